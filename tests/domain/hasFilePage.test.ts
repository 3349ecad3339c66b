import { expect, test } from "vitest";
import { CommitFile } from "../../contract/code/commits.ts";
import { isFullHash } from "../../contract/code/shortHash.ts";
import { hasFilePage } from "../../src/domain/hasFilePage.ts";

test.each(CommitFile.shape.kind.options)("a changed file of the kind %s has a page unless it is no file", (kind) => {
  const isFile = !["link", "submodule"].includes(kind);
  expect(hasFilePage({ kind, change: "modified" })).toBe(isFile);
  expect(hasFilePage({ kind, change: "added" })).toBe(isFile);
  expect(hasFilePage({ kind, change: "removed" })).toBe(false);
});

test("a full hash has the digits of SHA-1 or of SHA-256, and no others", () => {
  expect([40, 64].map((digits) => isFullHash("a".repeat(digits)))).toEqual([true, true]);
  expect(
    ["a".repeat(7), "a".repeat(41), "a".repeat(50), "a".repeat(65), "g".repeat(40), ""].filter(isFullHash),
  ).toEqual([]);
});
