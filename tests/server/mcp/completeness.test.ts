/** `next` is null only when nothing was cut and nothing follows (docs/MCP.md): what an answer lacks is named, and the rest can be read. */
import { describe, expect, test } from "vitest";
import type { OpenProject } from "../../../server/mcp/RequestScope.ts";
import { listResources } from "../../../server/mcp/resources.ts";
import { compose, tokensOf } from "../../../server/mcp/tokenBudget.ts";
import { insideLines } from "./answerPages.ts";
import {
  AT,
  askOver,
  changedFile,
  commitAnswers,
  documentAnswers,
  fileAnswers,
  issueCard,
  requestAnswers,
} from "./draftedAnswers.ts";

describe("what no further call has is named in next", () => {
  test("connected: every entry of a kind can be read, and where counting stopped is named", async () => {
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
    });
    const readAll = async (total: number, isCapped = false, limit = 4000) => {
      const answers = {
        connected: ({ offset = 0 }: { offset?: number }) => ({
          node: node(999),
          groups: [
            {
              ...group(total, isCapped),
              items: Array.from({ length: Math.max(0, Math.min(50, total - offset)) }, (_, at) => ({
                node: node(offset + at),
                evidence: [{ how: "mentions", times: 1 }],
              })),
            },
          ],
        }),
      };
      const read: string[] = [];
      for (let place: object = {}, calls = 0; calls < 200; calls++) {
        const given = { kind: "person", id: "x", max_tokens: limit, ...place };
        const { text, data, next } = await askOver(answers, "connected", given);
        read.push(...[...text.matchAll(/^- issue.* #(\d+) /gm)].map(([, number = ""]) => number));
        expect(data["counts"]).toEqual([{ kind: "issue", total }]);
        const [, offset, skip] = /Continue with offset=(\d+), skip=(\d+)/.exec(next ?? "") ?? [];
        if (offset === undefined) return { read, next };
        place = { offset: Number(offset), skip: Number(skip) };
      }
      throw new Error("The answer has no end.");
    };
    const all = Array.from({ length: 120 }, (_, at) => String(at));
    expect(await readAll(120)).toEqual({ read: all, next: null });
    expect(await readAll(120, false, 400)).toEqual({ read: all, next: null });
    expect((await readAll(50, true)).next).toContain("Only the first 50 issues");
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
      expect(await ask({ next: null })).toMatch(
        /^Of \d+ lines without a match only the first 4000 characters were searched\.$/,
      );
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
    expect(page.data["hash"]).toBe(entry.hash);
    const unknown = { ...fileAnswers({}), codeHistory: { ...codeHistory, hash: null } };
    expect((await askOver(unknown, "log", { path: "a.js" })).data["hash"]).toBeNull();
    // Without lines there is no patch, and no trace of one.
    expect(insideLines(page).filter((one) => one.startsWith(">"))).toEqual([]);
  });

  test("get_file and get_document: the file after its first megabyte, where it was asked for", async () => {
    const content = { text: "a\nb", truncated: true };
    const file = (given: object) => askOver(fileAnswers(content), "get_file", { path: "a.js", ...given });
    expect((await file({})).next).toContain("longer than the first megabyte");
    expect((await file({ to_line: 1 })).next).toBeNull();
    const page = await askOver(documentAnswers(content), "get_document", { path: "Page" });
    expect(page.next).toContain("longer than the first megabyte");
  });

  test("get_document: issues beyond the first", async () => {
    const issues = Array.from({ length: 7 }, (_, at) => ({ issue: issueCard(at), mentions: [] }));
    const page = await askOver(documentAnswers({ text: "a" }, { issues }), "get_document", { path: "Page" });
    expect(page.text).toContain("#4 (open), and 2 more.");
    expect(page.next).toContain("2 more issues");
  });

  test("get_commit: releases beyond the first", async () => {
    const releases = Array.from({ length: 10 }, (_, at) => ({ tag: `v${at}`, name: null, url: null, at: AT }));
    const page = await askOver(commitAnswers({ releases, releases_total: 34 }, []), "get_commit", { hash: "aaaa" });
    expect(page.text).toContain("\nreleases: 34, the first 10 follow\nrelease: v0\n");
    expect(page.next).toBe(
      `24 more releases have it: call connected with kind=commit, id=${"a".repeat(40)}, kinds=["release"].`,
    );
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

test("the list of resources is read to its end by its cursor, in parts within the limit", async () => {
  const slugs = Array.from({ length: 200 }, (_, at) => `project-${at}`);
  const scope = {
    slugs,
    project: () => ({ invoke: () => Promise.resolve({ results: [] }) }) as unknown as OpenProject,
    projectOf: () => Promise.reject(new Error("No resource is named so.")),
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

describe("a first part that is shown in part", () => {
  const blocks = ["x".repeat(90_000), "y"];
  const more = (shown: number) => (shown < blocks.length ? `Continue with offset=${shown}.` : null);

  test("is asked for again with a larger limit, also where other parts follow", () => {
    expect(compose({ lead: [], blocks, more }, 300).data["next"]).toBe(
      "Ask again with a larger max_tokens, or for less.",
    );
  });

  test("is reported as larger than any answer where it is", () => {
    const { data } = compose({ lead: [], blocks, more }, 20_000);
    expect(data["next"]).toBe("The rest of this part fits into no answer. Continue with offset=1.");
  });
});
