import { expect, test } from "vitest";
import { lineText } from "../../src/domain/diffRows.ts";
import { readHostHunk } from "../../src/domain/hostHunk.ts";

test("a hunk has the numbers of its lines and its heading", () => {
  const lines = [" const page = pages.get(cursor);", "-if (!page) return null;", "+if (!page) {", "+}"];
  expect(readHostHunk(`@@ -40,6 +41,8 @@ function read() {\n${lines.join("\n")}`)).toEqual({
    old_start: 40,
    old_lines: 2,
    new_start: 41,
    new_lines: 3,
    heading: "function read() {",
    lines,
  });
});

test("only its end is shown, and the lines keep their numbers", () => {
  const lines = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? `-old ${index}` : ` line ${index}`));
  const hunk = readHostHunk(`@@ -100,30 +200,20 @@\n${lines.join("\n")}`);
  expect(hunk?.lines).toEqual(lines.slice(-12));
  expect(hunk).toMatchObject({ old_start: 118, old_lines: 12, new_start: 212, new_lines: 8 });
  expect(lineText(hunk ? [hunk] : [], "old", 129)).toBe("line 29");
});

test("a line without a count, and the mark of a file without a newline at its end", () => {
  expect(readHostHunk("@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n")).toMatchObject({
    old_lines: 1,
    new_lines: 1,
    lines: ["-a", "+b", "\\ No newline at end of file"],
  });
});

test.each(["", "a comment", "@@ -a +b @@\n+x", "diff --git a b\n@@ -1 +1 @@\n+x"])("%j is no hunk", (text) => {
  expect(readHostHunk(text)).toBeNull();
});
