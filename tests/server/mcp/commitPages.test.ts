/** A commit or a request is one text, which is read on from any line of it. */
import { describe, expect, test } from "vitest";
import { quotedBody } from "../../../server/mcp/untrusted.ts";
import { codeComparison } from "../../fixtures/code.ts";
import { insideLines } from "./answerPages.ts";
import {
  type Answers,
  AT,
  askOver,
  changedFile,
  commitAnswers,
  issueRef,
  readOnOver,
  requestAnswers,
  type Page,
  unwrapped,
  words,
} from "./draftedAnswers.ts";

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
      const text = unwrapped(pages.flatMap(insideLines));
      expect(text).toContain(quotedBody(body).join("\n").replaceAll("\n>… ", ""));
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
    const lines = insideLines(first ?? { text: "" });
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

describe("a text that changes between two pages", () => {
  const commentOf = (body: string) => ({
    id: body,
    kind: "comment",
    at: AT,
    comment: { id: body, author: null, created_at: AT, body, url: null },
  });
  const files = Array.from({ length: 60 }, (_, at) => changedFile(at, `src/file-${at}.ts`));
  const comparison = (behind: number) => ({
    codeCompare: {
      ...codeComparison({ behind }),
      diff: { status: "shown", parents: [], parent: null, total: files.length, files },
    },
  });
  const issues = [{ issue: { id: "1", key: "#1", address: "1", title: "Crash", state: "open" }, how: "mentions" }];

  test.each<[string, object, Answers, Answers]>([
    [
      "get_request",
      { request: "1" },
      requestAnswers({ timeline: [] }, files),
      requestAnswers({ timeline: [commentOf("One more")] }, files),
    ],
    ["get_commit", { hash: "aaaa" }, commitAnswers({}, files), commitAnswers({ issues }, files)],
    ["compare", { base: "main", head: "topic" }, comparison(0), comparison(1)],
  ])("%s: is read on while its lines are the same, and refused then", async (name, asked, before, after) => {
    const given = { ...asked, max_tokens: 900 };
    const { next } = await askOver(before, name, given);
    const [, from = "", version = ""] = /from_line=(\d+), version=([\w-]+)/.exec(next ?? "") ?? [];
    const on = { ...given, from_line: Number(from), version };
    expect((await askOver(before, name, on)).text).toContain(`From line ${from} of `);
    await expect(askOver(after, name, on)).rejects.toThrow("its lines have moved");
    // A place of the list of files is one of that same answer, and needs no version.
    expect((await askOver(after, name, { ...on, version: undefined })).text).toContain(`From line ${from} of `);
  });
});
