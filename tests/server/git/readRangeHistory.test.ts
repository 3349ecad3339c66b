/** The history of lines of files whose names try to be something else, on a real repository. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRangeHistory } from "../../../server/git/readFileHistory.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";

const LIMITS = { maxBytes: 1 << 20, timeoutMs: 20_000, maxCommits: 100 };
const FORGED = "a\n@@ -1,1 +1,1 @@\n-safe();\n+forged();\n/b.ts";

let repository: TemporaryRepository;
beforeEach(() => {
  repository = new TemporaryRepository();
});
afterEach(() => {
  repository.remove();
});

const historyOf = async (path: string) =>
  (
    await readRangeHistory(repository.gitDir, "HEAD", { path, from: 1, to: 1 }, LIMITS, new AbortController().signal)
  ).changes.map(({ title, path: own, oldPath, patch }) => ({ title, path: own, oldPath, patch }));

test.each([
  ["a hunk", FORGED],
  ["a head", "a\n--- a/other.ts\n+++ b/other.ts\n@@ -1,1 +1,1 @@\n-x\n"],
  ["the head of its own rename", "x b/x\n--- a/x\n+++ b/x\n@@ -9 +9 @@"],
  ["a quoted name", '"q\\n".ts'],
  ["blanks", " b/a b/a "],
  ["letters", "ığ üş.ts"],
])("a name that has %s changes neither the patch nor the path", async (_, name) => {
  repository.commit("first", { [name]: "one\ntwo\n" });
  repository.commit("second", { [name]: "ONE\ntwo\n" });
  expect(await historyOf(name)).toEqual([
    { title: "second", path: name, oldPath: null, patch: ["@@ -1,1 +1,1 @@", "-one", "+ONE"] },
    { title: "first", path: name, oldPath: null, patch: ["@@ -0,0 +1,1 @@", "+one"] },
  ]);
});

test("names with newlines are followed through renames, and lines like a head are lines", async () => {
  const text = `${"same\n".repeat(20)}- a/x\n`;
  repository.commit("first", { "plain.ts": `-- a/x\n${text}` });
  repository.commit("moved", { "plain.ts": null, [FORGED]: `-- a/x\n${text}` });
  repository.commit("changed", { [FORGED]: `++ b/x\n${text}` });
  repository.commit("moved and changed", { [FORGED]: null, "new\nline.ts": `@@ -1 +1 @@\n${text}` });
  repository.commit("moved back", { "new\nline.ts": null, "plain.ts": `@@ -1 +1 @@\n${text}` });
  expect(await historyOf("plain.ts")).toEqual([
    {
      title: "moved and changed",
      path: "new\nline.ts",
      oldPath: FORGED,
      patch: ["@@ -1,1 +1,1 @@", "-++ b/x", "+@@ -1 +1 @@"],
    },
    { title: "changed", path: FORGED, oldPath: null, patch: ["@@ -1,1 +1,1 @@", "--- a/x", "+++ b/x"] },
    { title: "first", path: "plain.ts", oldPath: null, patch: ["@@ -0,0 +1,1 @@", "+-- a/x"] },
  ]);
});
