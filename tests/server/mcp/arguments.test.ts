/** Arguments that several tools take: each of them means the same to every tool. */
import { describe, expect, test } from "vitest";
import { composeRefusal } from "../../../server/mcp/refusalText.ts";
import { normalizedPath } from "../../../server/mcp/tools/arguments.ts";
import { toolRefusalOf } from "../../../server/mcp/toolErrors.ts";
import { codeComparison } from "../../fixtures/code.ts";
import {
  NO_ISSUE_FACETS,
  type Answers,
  askOver,
  changedFile,
  commitAnswers,
  requestAnswers,
} from "./draftedAnswers.ts";
import { insideLines } from "./answerPages.ts";

describe("a path", () => {
  test.each([
    ["src/a.ts", "src/a.ts"],
    [" ./src/a.ts ", "src/a.ts"],
    ["/src//", "src"],
    [".//./src", "src"],
    ["./.github/a", ".github/a"],
    ["../a", "../a"],
    [".", ""],
    ["/", ""],
  ])("%j is %j in the sources", (given, expected) => expect(normalizedPath(given)).toBe(expected));

  const files = ["src/a.ts", "src/b.ts"].map((path, at) => changedFile(at, path));
  const codeCompare = codeComparison({
    diff: { status: "shown", parents: [], parent: null, total: files.length, files: [] },
  });
  test.each<[string, object, Answers]>([
    ["get_commit", { hash: "aaaa" }, commitAnswers({}, files)],
    ["get_request", { request: "1" }, requestAnswers({}, files)],
    ["compare", { base: "main" }, { codeCompare: { ...codeCompare, diff: { ...codeCompare.diff, files } } }],
  ])("with ./ before it is that of a changed file in %s too", async (name, asked, answers) => {
    for (const path of ["src/b.ts", "./src/b.ts", "/src/b.ts/"]) {
      const lines = insideLines(await askOver(answers, name, { ...asked, path }));
      expect(lines.filter((one) => one.startsWith("+of"))).toEqual(["+of src/b.ts"]);
    }
  });

  test.each([
    [[], "not_found", "No repository has this path.", []],
    [["code"], "stale_source", "No repository that is indexed has this path.", ["Stale source: code: no history yet."]],
  ])("that no repository has is refused by recommend_experts; not indexed: %j", async (missing, code, text, fenced) => {
    const expertContext = {
      files: [],
      repositories: [],
      found: false,
      code_owners: [],
      opted_out: 0,
      as_of: "2026-01-01T00:00:00.000Z",
      missing,
    };
    const refusal = await askOver({ projectExperts: [], expertContext }, "recommend_experts", { path: "none.ts" }).then(
      () => null,
      toolRefusalOf,
    );
    expect(refusal).toEqual({ code, message: text, fenced });
  });
});

test("an offset beyond what the calls take is refused under the name that the tool gives it", async () => {
  for (const [name, given] of [
    ["grep", { pattern: "x" }],
    ["connected", { kind: "issue", id: "1" }],
    ["find_symbol", { name: "x" }],
  ] as const)
    await expect(askOver({}, name, { ...given, offset: 1_000_001 })).rejects.toThrow(/^offset: /);
});

const facets = NO_ISSUE_FACETS;

test("list_issues takes as long a query as search and the API", async () => {
  const asked: unknown[] = [];
  const listIssues = ({ q }: { q?: string }) => {
    asked.push(q);
    return { count: 0, next: null, results: [], facets };
  };
  const query = "x".repeat(1000);
  await askOver({ listIssues }, "list_issues", { query });
  expect(asked).toEqual([query]);
  for (const name of ["list_issues", "search", "recommend_experts"])
    await expect(askOver({}, name, { query: `${query}x` })).rejects.toThrow(/^query: /);
});

test("insights refuses metrics that it has none of, and names where their ids are within the limit of a refusal", async () => {
  const metrics = Array.from({ length: 30 }, (_, at) => `isues_${"x".repeat(30)}${at}`);
  const refusal = await askOver({}, "insights", { metrics }).then(() => null, toolRefusalOf);
  expect(refusal?.code).toBe("invalid_arguments");
  const { text } = refusal === null ? { text: "" } : composeRefusal(refusal);
  expect(text).toContain("metrics: No such metric; the answer without metrics has their ids. Unknown: isues_");
});

test("list_issues names the page that lists the same issues", async () => {
  const listIssues = () => ({ count: 0, next: null, results: [], facets });
  const pageFor = async (given: Record<string, unknown>) =>
    /Page: \S+\/issues(\S*)/.exec((await askOver({ listIssues }, "list_issues", given)).text)?.[1];
  // The page without a state has the open issues.
  expect(await pageFor({})).toBe("?state=all");
  expect(await pageFor({ state: "closed", label: ["bug", "a b"], query: "lost cursor" })).toBe(
    "?state=closed&label=bug&label=a+b&q=lost+cursor",
  );
});
