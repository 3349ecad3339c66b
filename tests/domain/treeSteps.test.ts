import { describe, expect, test } from "vitest";
import { findByPrefix, type TreeItem, treeStep } from "../../src/domain/treeSteps.ts";

const row = (name: string, depth: number, isExpanded: boolean | null = null): TreeItem => ({
  key: name,
  name,
  depth,
  isExpanded,
});
const rows = [
  row("docs", 0, true),
  row("adr", 1, false),
  row("Notes", 1, false),
  row("notebook.md", 1),
  row("src", 0, false),
];
const go = (index: number) => ({ kind: "go", index });

describe("a key on a row", () => {
  test.for([
    ["an arrow to the right expands what is collapsed", "ArrowRight", 1, { kind: "toggle", keys: ["adr"] }],
    ["and enters what is expanded", "ArrowRight", 0, go(1)],
    ["and does nothing on a file", "ArrowRight", 3, { kind: "stay" }],
    ["an arrow to the left collapses what is expanded", "ArrowLeft", 0, { kind: "toggle", keys: ["docs"] }],
    ["and leads from a child to its parent", "ArrowLeft", 3, go(0)],
    ["and does nothing at the first level", "ArrowLeft", 4, { kind: "stay" }],
    ["Enter opens", "Enter", 1, { kind: "open" }],
    ["Space expands a folder", " ", 1, { kind: "toggle", keys: ["adr"] }],
    ["and opens a file", " ", 3, { kind: "open" }],
    ["a star expands the collapsed siblings", "*", 3, { kind: "toggle", keys: ["adr", "Notes"] }],
    ["End leads to the last", "End", 0, go(4)],
    ["another key is not of the tree", "F2", 0, null],
  ] as const)("%s", ([, key, active, step]) => {
    expect(treeStep(key, rows, active)).toEqual(step);
  });

  test("an expanded folder whose children are still read is not left", () => {
    expect(treeStep("ArrowRight", [row("docs", 0, true), row("src", 0, false)], 0)).toEqual({ kind: "stay" });
  });

  test("an empty tree has no step", () => {
    expect(treeStep("ArrowDown", [], 0)).toBeNull();
  });
});

describe("letters", () => {
  test("one letter leads to the next row with it, around the end, in either case", () => {
    expect(findByPrefix(rows, 2, "n")).toBe(3);
    expect(findByPrefix(rows, 3, "n")).toBe(2);
  });

  test("several letters keep a row that has them", () => {
    expect(findByPrefix(rows, 2, "not")).toBe(2);
    expect(findByPrefix(rows, 2, "noteb")).toBe(3);
  });

  test("letters of no row lead nowhere", () => {
    expect(findByPrefix(rows, 0, "zz")).toBeNull();
  });
});
