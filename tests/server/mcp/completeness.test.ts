/** `next` is null only when nothing was cut and nothing follows (docs/MCP.md): what an answer lacks is named, and the rest can be read. */
import { describe, expect, test } from "vitest";
import { NotFound } from "../../../server/errors.ts";
import type { OpenProject } from "../../../server/mcp/RequestScope.ts";
import { listResources } from "../../../server/mcp/resources.ts";
import { composeRefusal } from "../../../server/mcp/refusalText.ts";
import { compose, tokensOf } from "../../../server/mcp/tokenBudget.ts";
import { refusalOf } from "../../../server/mcp/toolErrors.ts";
import { numberedLines } from "../../../server/mcp/tools/textLines.ts";
import { quoted } from "../../../server/mcp/untrusted.ts";
import { pieces } from "../../../server/mcp/wrapLine.ts";
import { message } from "../../../server/messages/messages.ts";
import { indexedSource, searchAnswer } from "../../fixtures/search.ts";
import {
  type Answers,
  AT,
  askOver,
  changedFile,
  commitAnswers,
  issueCard,
  issueRef,
  linesOf,
  type Page,
  PROJECT,
  readOnOver,
  requestAnswers,
} from "./draftedAnswers.ts";

/** Words without two alike, so that a word which is missing shows. */
const words = (count: number, word = "word"): string =>
  Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");
/** A text as it was before it was wrapped. */
const unwrapped = (lines: readonly string[]): string => lines.join("\n").replaceAll(/\n>?… /g, "");

const DOCUMENT = {
  source: "wiki",
  path: "Page",
  title: "Page",
  kind: "page",
  format: "markdown",
  revision: null,
  is_current: true,
  language: null,
  text: "",
  image: null,
  size: 0,
  truncated: false,
  symbols: [],
  url: null,
  updated_at: AT,
  removed_by: null,
  links: [],
};
const RELATED = {
  of: "wiki",
  people: [],
  issues: [],
  pages: [],
  commits: [],
  commits_total: 0,
  fixed: [],
  names: { issues: [], code: [] },
  has_history: true,
};
const documentAnswers = (content: object, related: object = {}) => ({
  findDocuments: [{ source: "wiki", path: "Page", title: "Page", matched: [] }],
  getDocument: { ...DOCUMENT, ...content },
  relatedToDocument: { ...RELATED, ...related },
});
const fileAnswers = (content: object) => ({
  findDocuments: [{ source: "code", path: "a.js", title: "a.js", matched: [] }],
  getDocument: { ...DOCUMENT, source: "code", path: "a.js", kind: "text", ...content },
});

describe("a line of any length", () => {
  test.each([
    ["English", words(900)],
    ["Chinese", "第一行".repeat(2000)],
    ["without a blank", "x".repeat(9000)],
    ["emoji", "🧶".repeat(3000)],
  ])("of a body is read to its end, in %s", (_, body) => {
    const lines = quoted(`${body}\nnext`);
    expect(Math.max(...lines.map((one) => Buffer.byteLength(one)))).toBeLessThanOrEqual(500);
    expect(unwrapped(lines)).toBe(`> ${body}\n> next`);
    expect(lines.every((one) => /^>(?:…? |$)/.test(one))).toBe(true);
  });

  test("is wrapped after a blank where there is one, and never within a character", () => {
    expect(pieces("one two three", 9)).toEqual(["one two ", "three"]);
    expect(pieces("ğğğğ", 3)).toEqual(["ğ", "ğ", "ğ", "ğ"]);
  });

  test("of a document is read to its end", async () => {
    const text = `# Title\n${words(2000)}\nlast`;
    for (const max_tokens of [700, 4000]) {
      const pages = await readOnOver(documentAnswers({ text }), "get_document", { path: "Page", max_tokens });
      const lines = pages.flatMap((page) => linesOf(page).slice(linesOf(page).indexOf("Text:") + 1));
      expect(unwrapped(lines)).toBe(text);
      expect(pages.at(-1)?.next).toBeNull();
    }
  });

  test("of a file keeps its number, and is said to be cut", async () => {
    const answers = fileAnswers({ text: `a\n${"x".repeat(2500)}\nb` });
    const { text, next } = await askOver(answers, "get_file", { path: "a.js" });
    expect(text).toContain("(500 characters of this line left out)");
    expect(text).toContain("\n3: b\n");
    expect(next).toContain("lines over 2000 characters");
    expect((await askOver(answers, "get_file", { path: "a.js", from_line: 3 })).next).toBeNull();
    const { more } = numberedLines(`${"x".repeat(2500)}\nb`, { from: 1 });
    expect(more?.(1)).toMatch(/lines over 2000 characters.*from_line=2/);
  });

  test("of a file has an address with its revision and lines, and a symbol says which lines it has", async () => {
    const symbols = [{ name: "f", kind: "function", start_line: 10, end_line: 20, depth: 0 }];
    const text = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join("\n");
    const ask = (given: object) => askOver(fileAnswers({ text, symbols }), "get_file", { path: "a.js", ...given });
    const pageOf = async (given: object) => /^Page: \S+\/code\/code\/-\/a\.js(\S*)$/m.exec((await ask(given)).text)?.[1];
    expect(await pageOf({})).toBe("");
    expect(await pageOf({ from_line: 30, to_line: 40 })).toBe("#L30-L40");
    expect(await pageOf({ from_line: 90, to_line: 400 })).toBe("#L90-L100");
    expect(await pageOf({ symbol: "f" })).toBe("#L10-L20");
    for (const given of [{ symbol: "f", from_line: 30 }, { symbol: "f", to_line: 5 }]) {
      const outside = await ask(given);
      expect(outside.text).toContain("The symbol has lines 10 to 20");
      expect(outside.text).not.toContain("There are no lines");
      expect([outside.next, await pageOf(given)]).toEqual([null, ""]);
    }
    expect((await ask({ from_line: 200 })).text).toContain("There are no lines from 200 on: the text has 100.");
  });

  test("of a difference is shown as far as the server reads it, and the rest is said to be missing", async () => {
    const line = `+${words(400).slice(0, 2000)}`;
    const hunks = [{ old_start: 1, old_lines: 0, new_start: 1, new_lines: 1, heading: "", lines: [line] }];
    for (const [clipped, note] of [
      [true, expect.stringContaining("The ends of lines over 2,000 characters are left out.")],
      [false, null],
    ] as const) {
      const files = [changedFile(0, "a.js", { clipped, hunks })];
      for (const [name, answers, given] of [
        ["get_commit", commitAnswers({}, files), { hash: "aaaa" }],
        ["get_request", requestAnswers({}, files), { request: "1" }],
      ] as const) {
        const page = await askOver(answers, name, given);
        expect(unwrapped(linesOf(page))).toContain(`\n${line}`);
        expect([name, page.text.includes("characters of this line")]).toEqual([name, false]);
        expect([name, page.next]).toEqual([name, note]);
      }
    }
  });
});

describe("what no further call has is named in next", () => {
  test("connected: what is beyond the entries of a kind", async () => {
    const node = (number: number) => ({
      kind: "issue",
      id: `issue-${number}`,
      source: null,
      path: null,
      title: `Issue ${number}`,
      key: `#${number}`,
      address: String(number),
      line: null,
      url: null,
      state: "open",
      at: AT,
    });
    const group = (total: number, total_capped = false) => ({
      kind: "issue",
      total,
      total_capped,
      evidence: [{ how: "mentions", total }],
      items: Array.from({ length: 50 }, (_, at) => ({ node: node(at), evidence: [{ how: "mentions", times: 1 }] })),
    });
    const lastOf = async (groups: readonly object[]) =>
      (await readOnOver({ connected: { node: node(99), groups } }, "connected", { kind: "person", id: "x" })).at(-1);
    expect((await lastOf([group(120)]))?.next).toContain("50 of 120 issues");
    expect((await lastOf([group(50, true)]))?.next).toContain("50 of 50 or more issues");
    expect((await lastOf([group(50)]))?.next).toBeNull();
  });

  test.each([
    [false, false, null],
    [false, true, "More implementations are not listed."],
    [true, false, "More definitions are not listed."],
    [true, true, "More definitions are not listed. More implementations are not listed."],
  ])("find_definition: definitions (%s) and implementations (%s) that a limit cut off", async (isCut, more, next) => {
    const named = { name: "run", precision: "by_name", is_indexed: true };
    const definition = {
      line: 1,
      column: 1,
      text: "run",
      source: "code",
      repository: "code",
      path: "a.js",
      name: "run",
      kind: "function",
      container: "",
      end_line: 2,
      signature: "",
      doc: "",
      link: "name",
    };
    const answers = {
      ...fileAnswers({}),
      codeMatches: {
        is_indexed: true,
        problem: null,
        unsearched: [],
        count: 1,
        cut_lines: 0,
        files: [{ source: "code", repository: "code", path: "a.js", lines: [{ line: 1, text: "run", columns: [1] }] }],
        candidates: 1,
        read: 1,
        next: null,
      },
      definitions: { ...named, definitions: [definition], is_cut: isCut, owner: null },
      implementations: { ...named, implementations: [definition], is_cut: more },
    };
    const page = await askOver(answers, "find_definition", { path: "a.js", line: 1, name: "run" });
    expect(page.next).toBe(next);
    expect([page.text.includes("More than 1 definition "), page.text.includes("more than 1 implementation.")]).toEqual([
      isCut,
      more,
    ]);
  });

  test("grep: lines of which the beginning alone was searched", async () => {
    const codeMatches = {
      is_indexed: true,
      problem: null,
      unsearched: [],
      count: 0,
      cut_lines: 2,
      files: [],
      candidates: 9,
      read: 4,
      next: 4,
    };
    for (const counts of [false, true]) {
      const ask = async (part: object) =>
        (await askOver({ codeMatches: { ...codeMatches, ...part } }, "grep", { pattern: "x", counts })).next;
      expect(await ask({ next: null })).toMatch(/^Of \d+ lines without a match only the first 4000 characters were searched\.$/);
      expect(await ask({ next: null, cut_lines: 0 })).toBeNull();
    }
    const { next } = await askOver({ codeMatches }, "grep", { pattern: "x" });
    expect(next).toBe(
      "Of 2 lines without a match only the first 4000 characters were searched. Continue with offset=4, skip=0.",
    );
  });

  test.each([
    [null, false, "Older commits are beyond the limits of this server and are not listed."],
    [null, true, "Continue with offset=2."],
    [2, false, null],
  ])("log: commits beyond those that are read (total %s, more %s)", async (total, has_more, next) => {
    const entry = {
      hash: "d".repeat(40),
      title: "Change",
      author: "Ada",
      person: null,
      at: AT,
      path: "a.js",
      is_known: true,
      issues: [],
      requests: [],
      old_path: null,
      change: "modified",
      patch: [],
    };
    const codeHistory = {
      status: "shown",
      from: "repository",
      hash: entry.hash,
      entries: [entry, entry],
      total,
      has_more,
    };
    const page = await askOver({ ...fileAnswers({}), codeHistory }, "log", { path: "a.js" });
    expect(page.next).toBe(next);
    // Without lines there is no patch, and no trace of one.
    expect(linesOf(page).filter((one) => one.startsWith(">"))).toEqual([]);
  });

  test("get_file and get_document: the file after its first megabyte, where it was asked for", async () => {
    const content = { text: "a\nb", truncated: true };
    const file = (given: object) => askOver(fileAnswers(content), "get_file", { path: "a.js", ...given });
    expect((await file({})).next).toContain("longer than the first megabyte");
    expect((await file({ to_line: 1 })).next).toBeNull();
    const page = await askOver(documentAnswers(content), "get_document", { path: "Page" });
    expect(page.next).toContain("longer than the first megabyte");
  });

  test("connected: sources beyond those that one call asks", async () => {
    const [repository] = PROJECT.repositories;
    const repositories = Array.from({ length: 60 }, (_, at) => ({ ...repository, id: `r${at}`, name: `r${at}` }));
    const node = {
      kind: "file",
      id: "a.ts",
      source: "r0",
      path: "a.ts",
      title: "a.ts",
      key: null,
      address: null,
      line: null,
      url: null,
      state: null,
      at: null,
    };
    const ask = (owner: string) => {
      const connected = ({ source }: { source?: string }) => {
        if (source !== owner) throw new NotFound(message("document.not_found"));
        return { node, groups: [] };
      };
      const answers = { getProject: { ...PROJECT, repositories }, connected };
      return askOver(answers, "connected", { kind: "file", path: "a.ts" });
    };
    expect((await ask("r0")).next).toBe("10 sources were not asked: they may have one of this name.");
    await expect(ask("r59")).rejects.toThrow("source: 10 sources were not asked. Give the one that has it.");
  });

  test("get_issue: each likely place is a line, with names that end at their quotes", async () => {
    const judgement = {
      value: null,
      basis: null,
      confidence: null,
      why_not: null,
      labels: [],
      words: [],
      examples: [],
      accuracy: null,
    };
    const place = { kind: "function", start_line: 7, end_line: 9, score: 1, reasons: [] };
    const [first, second] = [
      { path: 'a.ts:1 f, src/x.ts"', functions: [{ ...place, name: 'g", "h' }] },
      { path: "b.ts", functions: [] },
    ];
    const file = { repository: "code", language: null, score: 1, reasons: [], snippet: null, verdict: null };
    const answers = {
      getIssue: { ...issueCard(1), requests: [], body: "", comment_list: [], timeline: [] },
      analyzeIssue: {
        summary: [],
        type: judgement,
        severity: judgement,
        area: judgement,
        report: null,
        expected_days: null,
        duplicates: [],
        fixed: [],
        stale: null,
      },
      localizeIssue: {
        took_ms: 0,
        confidence: "low",
        files: [first, second].map((one) => ({ ...file, ...one })),
        repositories: [],
      },
    };
    const lines = linesOf(await askOver(answers, "get_issue", { issue: "1" }));
    expect(lines.filter((one) => one.startsWith("likely"))).toEqual([
      String.raw`likely place (not sure), line 7: "a.ts:1 f, src/x.ts\"", "g\", \"h"`,
      'likely place (not sure): "b.ts"',
    ]);
  });

  test("get_document: issues beyond the first", async () => {
    const issues = Array.from({ length: 7 }, (_, at) => ({ issue: issueCard(at), mentions: [] }));
    const page = await askOver(documentAnswers({ text: "a" }, { issues }), "get_document", { path: "Page" });
    expect(page.text).toContain("#4 (open), and 2 more.");
    expect(page.next).toContain("2 more issues");
  });

  test("get_commit names everybody: author, committer and those whom the message credits", async () => {
    const person = (name: string) => ({ name, email: null, person: null, at: AT });
    const credits = [
      { kind: "co_author", name: "Cem", person: null },
      { kind: "review", name: "Dua, committer: Eve", person: null },
    ];
    const page = await askOver(
      commitAnswers({ author: person("Ada"), committer: person("Bea"), credits }, []),
      "get_commit",
      { hash: "aaaa" },
    );
    expect(linesOf(page).filter((one) => /^(?:author|committer|credited)/.test(one))).toEqual([
      "author: Ada",
      "committer: Bea",
      "credited, co_author: Cem",
      "credited, review: Dua, committer: Eve",
    ]);
  });

  test("get_commit: releases beyond the first", async () => {
    const releases = Array.from({ length: 10 }, (_, at) => ({ tag: `v${at}`, name: null, url: null, at: AT }));
    const page = await askOver(commitAnswers({ releases, releases_total: 34 }, []), "get_commit", { hash: "aaaa" });
    expect(page.text).toContain("\nreleases: 34\nrelease: v0\n");
    expect(page.next).toBe("24 more releases are not listed.");
  });

  test("lines of files that are left out, files beyond the list, and a discussion that was not read", async () => {
    const folded = changedFile(0, "package-lock.json", { folded: "generated", hunks: [] });
    const commit = commitAnswers({}, [folded], 3001);
    expect((await askOver(commit, "get_commit", { hash: "aaaa" })).next).toBe(
      "Left out are the lines of 1 file: ask with path for each. 3000 more files are not listed.",
    );
    const alone = await askOver(commit, "get_commit", { hash: "aaaa", path: "package-lock.json" });
    expect(alone.next).toBe("Further lines of this file are over the limit of this server.");
    const request = await askOver(requestAnswers({ is_cut: true }, []), "get_request", { request: "1" });
    expect(request.next).toContain("the host has the rest");
  });
});

describe("the difference of a request or a commit", () => {
  const paths = Array.from({ length: 25 }, (_, at) => `src/file-${at}.ts`);
  const ask = (answers: object, given: object = {}) => askOver(answers, "get_request", { request: "1", ...given });
  const host = (status: string) => ({
    ...requestAnswers({ body: "Why." }, []),
    requestDiff: {
      status,
      source: null,
      base: null,
      head: null,
      total: status === "listed" ? paths.length : 0,
      files: [],
      host_files: status === "listed" ? paths.map((path) => ({ path, added: 1, removed: 2 })) : [],
    },
  });

  test("that is unavailable is no difference without files", async () => {
    const { text } = await ask(host("unavailable"));
    expect(text).toContain("so there is no diff");
    expect(text).toContain("\n> Why.\n");
    expect(text).not.toMatch(/^(?:Changed files|## Diff)/m);
  });

  test("that the host lists has one file where one is asked for, and refuses another", async () => {
    const changed = async (given: object) => linesOf(await ask(host("listed"), given)).filter((one) => /^changed/.test(one));
    expect(await changed({})).toHaveLength(paths.length);
    expect(await changed({ path: "src/file-7.ts" })).toEqual(["changed (+1 -2): src/file-7.ts"]);
    await expect(changed({ path: "none.ts" })).rejects.toThrow("It does not change this file. It changes 25 files,");
  });

  test("names how many files there are where a path is not one of them, and what of them is known", async () => {
    const files = paths.map((path, at) => changedFile(at, path));
    const refusal = (total: number, some = files) => ask(requestAnswers({}, some, total), { path: "none.ts" });
    await expect(refusal(2, files.slice(0, 2))).rejects.toMatchObject({
      refusal: {
        message: "It does not change this file. It changes these:",
        inside: ['"src/file-0.ts", "src/file-1.ts"'],
      },
    });
    await expect(refusal(25)).rejects.toThrow("It does not change this file. It changes 25 files, beginning with these:");
    await expect(refusal(3001)).rejects.toThrow(/not among the first 25 changed files.* It changes 3001 files/);
    await expect(refusal(0, [])).rejects.toThrow("It does not change this file, and no other.");
  });
});

test("commits that begin alike are named by whole hashes, so that each can be asked for", async () => {
  const hashes = Array.from({ length: 12 }, (_, at) => `${"a".repeat(39)}${at.toString(16)}`);
  const candidates = [...hashes, ...hashes].map((hash) => ({
    repository: "code",
    hash,
    title: "Change",
    at: AT,
    author: "Ada",
    person: null,
  }));
  const getCommit = { status: "ambiguous", commit: null, candidates, repositories: [] };
  const refusal = await askOver({ getCommit }, "get_commit", { hash: "aaaa" }).then(() => null, refusalOf);
  const text = refusal === null ? "" : composeRefusal(refusal).text;
  expect(text.match(/\b[0-9a-f]{40}\b/g)).toEqual(hashes.slice(0, 10));
  expect(text).toMatch(/and 2 or more others\.$/);
});

test("list_directory finds a folder of a wiki beside one repository, and lists both without a path", async () => {
  const entry = (source: string, kind: string, path: string) => ({
    name: path === "" ? source : path,
    path,
    source,
    kind,
    size: null,
    files: null,
    updated_at: null,
    stale_references: null,
  });
  const listDocuments = ({ source, path }: { source?: string; path?: string }) => {
    if (source === undefined) return ["code", "wiki"].map((one) => entry(one, "source", ""));
    return source === "wiki" && path === "Handbook" ? [entry("wiki", "page", "Handbook/Notes")] : [];
  };
  const ask = async (given: object) => linesOf(await askOver({ listDocuments }, "list_directory", { ...given }));
  expect(await ask({ path: "Handbook/" })).toEqual(["Source: wiki", "page Handbook/Notes"]);
  expect(await ask({})).toEqual(["source code", "source wiki"]);
  await expect(ask({ path: "Handbook", source: "code" })).rejects.toThrow("There is no such folder.");
});

test("the list of resources is read to its end by its cursor, in parts within the limit", async () => {
  const slugs = Array.from({ length: 200 }, (_, at) => `project-${at}`);
  const scope = {
    slugs,
    project: () => ({ invoke: () => Promise.resolve({ results: [] }) }) as unknown as OpenProject,
  };
  const seen: string[] = [];
  for (let cursor: string | undefined = "0"; cursor !== undefined;) {
    const page: Awaited<ReturnType<typeof listResources>> = await listResources(scope, cursor);
    expect(tokensOf(JSON.stringify(page))).toBeLessThanOrEqual(4000);
    seen.push(...page.resources.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(slugs);
  await expect(listResources(scope, "nonsense")).rejects.toThrow("cursor");
});

describe("notes about sources leave room for the parts of an answer in the smallest limit, however many sources there are", () => {
  const names = Array.from({ length: 30 }, (_, at) => `repository number ${at} of the company`);
  const notesOf = (page: Page) => linesOf(page).filter((one) => /^(?!- ).*repository number/.test(one));
  const file = {
    path: "src/a.ts",
    repository: "r0",
    language: null,
    score: 1,
    reasons: [],
    snippet: null,
    functions: [],
    verdict: null,
  };
  const localized = (commitOf: (at: number) => string | null) => ({
    took_ms: 0,
    confidence: "high",
    files: [file],
    repositories: names.map((name, at) => ({ id: `r${at}`, name, commit: commitOf(at), indexed_at: AT })),
  });

  test.each<[string, Answers, string, object]>([
    ["localize_issue, all read", { localizeText: localized(() => "a".repeat(40)) }, "localize_issue", { text: "x" }],
    [
      "localize_issue, most unread",
      { localizeText: localized((at) => (at > 0 ? null : "a".repeat(40))) },
      "localize_issue",
      { text: "x" },
    ],
    [
      "search",
      {
        searchProject: searchAnswer({
          missing: [],
          mistakes: [],
          sources: names.map((name, at) => indexedSource({ id: `r${at}`, name, ready: at === 0 })),
          unsearched: names.map((repository, at) => ({
            source: `r${at}`,
            repository,
            large: 1,
            over_limit: 0,
            unreadable: 0,
          })),
        }),
      },
      "search",
      { query: "x" },
    ],
    [
      "grep",
      {
        codeMatches: {
          is_indexed: true,
          problem: null,
          unsearched: names.map((repository, at) => ({
            source: `r${at}`,
            repository,
            large: 1,
            over_limit: 0,
            unreadable: 0,
          })),
          count: 1,
          cut_lines: 0,
          files: [{ source: "r0", repository: "r0", path: "a", lines: [{ line: 1, text: "x", columns: [1] }] }],
          candidates: 1,
          read: 1,
          next: null,
        },
      },
      "grep",
      { pattern: "x" },
    ],
  ])("%s", async (_, answers, name, given) => {
    const page = await askOver(answers, name, { ...given, max_tokens: 300 });
    expect(page.data["shown"]).toBeGreaterThan(0);
    expect(notesOf(page)).toHaveLength(5);
    expect(page.text).toMatch(/\nAnd \d\d more, see project_info\.\n/);
  });
});

describe("a first part that is shown in part", () => {
  const blocks = ["x".repeat(90_000), "y"];
  const more = (shown: number) => (shown < blocks.length ? `Continue with offset=${shown}.` : null);

  test("is asked for again with a larger limit, also where other parts follow", () => {
    expect(compose({ lead: [], blocks, more }, 300).data["next"]).toBe(
      "Ask again with a larger max_tokens, or for less.",
    );
  });

  test("is said to be larger than any answer where it is", () => {
    const { data } = compose({ lead: [], blocks, more }, 20_000);
    expect(data["next"]).toBe("The rest of this part fits into no answer. Continue with offset=1.");
  });
});

describe("a commit is one text", () => {
  const body = `${words(300, "reason")}\n\n${"理由".repeat(1200)}\nend of the message`;
  const issues = Array.from({ length: 40 }, (_, at) => ({ issue: issueRef(at + 1), how: "closes" }));
  const paths = Array.from({ length: 30 }, (_, at) => `${"folder/".repeat(14)}file-${at}.ts`);
  const answers = commitAnswers(
    { body, issues },
    paths.map((path, at) => changedFile(at, path)),
  );
  const namesOf = (pages: readonly Page[], key: string): string[] => pages.flatMap(({ data }) => data[key] as string[]);

  test.each([300, 4000])(
    "that is read to its end in parts of %i tokens, each naming what it shows",
    async (max_tokens) => {
      const pages = await readOnOver(answers, "get_commit", { hash: "aaaa", max_tokens });
      expect(pages.at(-1)?.next).toBeNull();
      const text = unwrapped(pages.flatMap(linesOf));
      expect(text).toContain(quoted(body).join("\n").replaceAll("\n>… ", ""));
      for (const path of paths) expect(text).toContain(`\n+of ${path}`);
      expect(new Set(namesOf(pages, "files"))).toEqual(new Set(paths));
      expect(namesOf(pages, "issues")).toEqual(issues.map(({ issue }) => issue.key));
      for (const { text: shown, data } of pages)
        for (const name of [...(data["files"] as string[]), ...(data["issues"] as string[])])
          expect(shown).toContain(name);
    },
  );

  test("whose list of files names the line at which each begins", async () => {
    const [first] = await readOnOver(answers, "get_commit", { hash: "aaaa", max_tokens: 20_000 });
    const lines = linesOf(first ?? { text: "" });
    for (const [, line = "", path = ""] of (first?.text ?? "").matchAll(/^ {2}from_line=(\d+) (.*)$/gm))
      expect(lines[Number(line) - 1]).toBe(`modified (+1 -0): ${path}`);
    expect(first?.text.match(/^ {2}from_line=/gm)).toHaveLength(paths.length);
  });

  test("and so is a request, with at least a line at the smallest limit", async () => {
    const request = requestAnswers(
      { body, issues },
      paths.map((path, at) => changedFile(at, path)),
    );
    const pages = await readOnOver(request, "get_request", { request: "1", max_tokens: 300 });
    expect(pages.at(-1)?.next).toBeNull();
    expect(pages.filter(({ data }) => data["shown"] === 0)).toEqual([]);
    expect(new Set(namesOf(pages, "files"))).toEqual(new Set(paths));
    expect(namesOf(pages, "issues")).toHaveLength(issues.length);
  });
});
