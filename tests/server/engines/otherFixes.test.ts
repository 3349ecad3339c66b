import { expect, test } from "vitest";
import { otherFixes } from "../../../server/engines/commits/otherFixes.ts";
import { projectIndex } from "./projectIndex.ts";
import { indexedIssue } from "../support/indexedProject.ts";

test("other fixes in the files of a commit, newest first, with the paths in common", async () => {
  const { index } = await projectIndex(
    [
      { message: "begin", files: { "a.ts": "1\n", "b.ts": "1\n", "c.ts": "1\n" } },
      { message: "Fix 1", files: { "a.ts": "2\n", "c.ts": "2\n" } },
      { message: "Fix 2 and 3", files: { "a.ts": "3\n", "b.ts": "3\n" } },
      { message: "Not a fix", files: { "a.ts": "4\n" } },
      { message: "Elsewhere", files: { "c.ts": "5\n" } },
      { message: "Fix 5", files: { "a.ts": "6\n", "b.ts": "6\n" } },
    ],
    (commits) => [
      indexedIssue(1, { fixCommits: [commits[1] ?? ""] }),
      indexedIssue(2, { fixCommits: [commits[2] ?? ""] }),
      indexedIssue(3, { fixCommits: [commits[2] ?? ""] }),
      indexedIssue(4, { fixCommits: [commits[4] ?? ""] }),
      indexedIssue(5, { fixCommits: [commits[5] ?? ""] }),
    ],
  );
  const table = index.commits[0]?.table;
  if (!table) throw new Error("There is no history.");
  const of = (subject: string) =>
    table.row([...Array(table.length).keys()].find((at) => table.subject(at) === subject) ?? -1);
  const number = (subject: string) => table.withHash(of(subject).hash)[0] ?? -1;
  const found = otherFixes(index, 0, number("Fix 5")).map(({ commit, issues, paths }) => [
    table.subject(commit),
    issues.map((issue) => index.issues?.table.row(issue).key ?? "").toSorted(),
    paths.map((path) => table.paths.at(path)).toSorted(),
  ]);
  expect(found).toEqual([
    ["Fix 2 and 3", ["#2", "#3"], ["a.ts", "b.ts"]],
    ["Fix 1", ["#1"], ["a.ts"]],
  ]);
});
