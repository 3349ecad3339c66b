import { expect, test } from "vitest";
import { nextIndex } from "../../src/components/ui/nextIndex.ts";

/** Two full rows of three, and one item in the third. */
const GRID = { columns: 3 };

test.each([
  ["ArrowRight", 3, 4],
  ["ArrowRight", 2, null],
  ["ArrowLeft", 3, null],
  ["ArrowDown", 0, 3],
  ["ArrowDown", 4, null],
  ["ArrowUp", 6, 3],
  ["ArrowUp", 2, null],
  ["Home", 5, 3],
  ["End", 3, 5],
  ["End", 6, 6],
  ["a", 3, null],
])("in a grid %s at %i leads to %s", (key, at, next) => {
  expect(nextIndex(key, at, 7, GRID)).toBe(next);
});

test("the end of a list leads to its beginning only where it wraps", () => {
  expect(nextIndex("ArrowDown", 6, 7)).toBeNull();
  expect(nextIndex("ArrowDown", 6, 7, { wraps: true })).toBe(0);
  expect(nextIndex("ArrowRight", 0, 7, { axis: "vertical" })).toBeNull();
});
