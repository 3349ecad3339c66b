import { expect, test } from "vitest";
import { branchReference, issueReferencesIn, requestNumber } from "../../../server/engines/question/references.ts";

test.each([
  ["Fixes #12", ["12!"]],
  ["fix: something (closes #3, #4 and #5)", ["3!", "4!", "5!"]],
  ["Resolved issue #9\n\nSee #10", ["9!", "10"]],
  ["Fix the #7 thing", ["7"]],
  ["prefixes #8", ["8"]],
  ["closes: #1 closes #1", ["1!"]],
  ["Implements ABC-12 and DEF-3", ["ABC-12!", "DEF-3!"]],
  ["ABC-12: title", ["ABC-12"]],
  ["closes acme/rocket#4", ["acme/rocket#4!"]],
  ["Fixes https://git.example/acme/rocket/issues/5.", ["https://git.example/acme/rocket/issues/5!"]],
  ["GH-17 and a #0", ["17"]],
  ["color: abc#12, &#39; path/x#3", ["abc#12", "path/x#3"]],
  ["see group/sub/team/part/web#4 and Acme/Rocket#5", ["group/sub/team/part/web#4", "acme/rocket#5"]],
  ["nothing here, v1.2-3", []],
])("%s names %j", (text, expected) => {
  const found = issueReferencesIn(text).map(
    ({ value, within, closes }) => `${within === null ? "" : `${within}#`}${value}${closes ? "!" : ""}`,
  );
  expect(found).toEqual(expected);
});

test.each([
  ["feature/ABC-12-login", "ABC-12"],
  ["12-fix-login", "12"],
  ["issue-12", "12"],
  ["fix/12", "12"],
  ["gh-12/thing", "12"],
  ["release-2024", null],
  ["main", null],
])("the branch %s belongs to %s", (branch, expected) => {
  expect(branchReference(branch)?.value ?? null).toBe(expected);
});

test.each([
  ["Merge pull request #12 from acme/x\n\nFix", 12],
  ["Fix the login (#13)", 13],
  ["Merged in fix/login (pull request #14)", 14],
  ["Merge branch 'x' into 'main'\n\nFix\n\nSee merge request acme/rocket!15", 15],
  ["Fix #16", null],
])("%s brought request %s", (message, expected) => {
  expect(requestNumber(message)).toBe(expected);
});

test("a hostile message is read in no time", () => {
  const message = `fixes ${"#1 , ".repeat(5000)}${"a/".repeat(5000)}${"A".repeat(20_000)}`;
  expect(issueReferencesIn(message).length).toBeLessThanOrEqual(100);
});
