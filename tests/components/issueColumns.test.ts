import { expect, test } from "vitest";
import type { IssueRow } from "../../contract/issues/issues.ts";
import { columnTracks, fittingColumns } from "../../src/components/issues/columnWidths.ts";
import {
  availableColumns,
  columnOf,
  DEFAULT_ISSUE_COLUMNS,
  ISSUE_COLUMNS,
} from "../../src/components/issues/issueColumns.ts";
import { issueRow } from "../fixtures/issues.ts";

const KEY_LENGTH = 8;

/** The columns that a table loses, in this order, while it becomes narrower. */
function droppedFirst(): readonly string[] {
  const dropped: string[] = [];
  let left = ISSUE_COLUMNS;
  for (let width = 2000; width > 0; width -= 1) {
    const fitting = fittingColumns(ISSUE_COLUMNS, KEY_LENGTH, width);
    dropped.push(...left.filter((column) => !fitting.includes(column)));
    left = fitting;
  }
  return dropped;
}

test("a table that becomes narrower loses one column after the other, and never the key and the title", () => {
  expect(droppedFirst()).toEqual([
    "author",
    "comments",
    "similar",
    "files",
    "age",
    "labels",
    "activity",
    "type",
    "assignee",
    "state",
    "marks",
  ]);
  expect(fittingColumns(ISSUE_COLUMNS, KEY_LENGTH, 1)).toEqual(["key", "title"]);
});

test("all columns are shown while the width is unknown", () => {
  expect(fittingColumns(ISSUE_COLUMNS, KEY_LENGTH, 0)).toEqual(ISSUE_COLUMNS);
});

test("the list opens with all columns but the author, and the title alone cannot be hidden", () => {
  expect(ISSUE_COLUMNS.filter((column) => !DEFAULT_ISSUE_COLUMNS.includes(column))).toEqual(["author"]);
  expect(ISSUE_COLUMNS.filter((column) => columnOf(column).isFixed)).toEqual(["title"]);
});

test("columns of an engine are offered where a row has its result, and marks where a row has one", () => {
  const plain: IssueRow = { ...issueRow(0), analysis: null };
  const analysed: IssueRow = {
    ...plain,
    analysis: { type: "bug", severity: null, likely_files: ["src/a.ts"], similar: 2 },
  };
  const marked: IssueRow = { ...plain, marks: [{ id: "m", text: "look", rule: null, by: null, at: plain.created_at }] };
  expect(ISSUE_COLUMNS.filter((column) => !availableColumns([plain]).includes(column))).toEqual([
    "type",
    "marks",
    "files",
    "similar",
  ]);
  expect(availableColumns([plain, analysed, marked])).toEqual(ISSUE_COLUMNS);
});

test("the tracks are the check box, the width of the keys, and the least width of each column with its share", () => {
  expect(columnTracks(["key", "title", "age"], KEY_LENGTH)).toBe("34px 67px minmax(300px, 1fr) 52px");
  // The limits are those of short and long keys.
  expect(columnTracks(["key"], 1)).toBe("34px 56px");
  expect(columnTracks(["key"], 40)).toBe("34px 140px");
});
