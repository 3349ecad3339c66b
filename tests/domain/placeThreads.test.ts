import { expect, test } from "vitest";
import type { DiffHunk } from "../../contract/code/commits.ts";
import { lineKey } from "../../src/domain/diffRows.ts";
import { placeThreads } from "../../src/domain/placedThreads.ts";
import { reviewThread } from "../fixtures/requests.ts";

const HUNKS: readonly DiffHunk[] = [
  {
    old_start: 10,
    old_lines: 3,
    new_start: 10,
    new_lines: 3,
    heading: "",
    lines: [" const a = 1;", "-const b = 2;", "+const b = 3;  ", " const c = 4;"],
  },
];
const thread = (part: Parameters<typeof reviewThread>[0]) => reviewThread({ hunk: null, ...part });

test("discussions are at their line, several of one line in their order", () => {
  const first = thread({ id: "1", line: 11 });
  const second = thread({ id: "2", line: 11, hunk: "@@ -10,2 +10,2 @@\n const a = 1;\n+const b = 3;\n" });
  const old = thread({ id: "3", side: "old", line: 11 });
  const { inside, outside } = placeThreads(HUNKS, [first, old, second]);
  expect([...inside]).toEqual([
    [lineKey("new", 11), [first, second]],
    [lineKey("old", 11), [old]],
  ]);
  expect(outside).toEqual([]);
});

test.each([
  ["outdated", { line: 11, is_outdated: true }],
  ["about the whole file", { line: null }],
  ["about a line that no hunk has", { line: 40 }],
  ["about a line with another text at the host", { line: 11, hunk: "@@ -10,2 +10,2 @@\n+const b = 2;" }],
])("a discussion that is %s is outside", (_, part) => {
  const one = thread(part);
  const { inside, outside } = placeThreads(HUNKS, [one]);
  expect(inside.size).toBe(0);
  expect(outside).toEqual([one]);
});
