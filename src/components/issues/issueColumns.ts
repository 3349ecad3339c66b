import type { ISSUE_SORTS } from "../../../contract/constants.ts";
import type { IssueRow } from "../../../contract/issues/issues.ts";
import * as cells from "./issueCells.tsx";

export type IssueSort = (typeof ISSUE_SORTS)[number];

/** All that the table, its header and its controls know of a column. */
export interface ColumnDefinition {
  readonly cell: cells.IssueCell;
  /** Minimum width in pixels, and the share of the remaining space: most of it goes to the title. */
  readonly width: { readonly least: number; readonly share?: number } | "of keys";
  /** Where the table is too narrow for the selection, for example next to a preview, the column with the lowest number is dropped first. */
  readonly dropOrder?: number;
  /** Not among the columns of the list as it opens. */
  readonly isOptional?: true;
  /** A list without this column is unreadable, so it cannot be hidden. */
  readonly isFixed?: true;
  /** Its data is the result of an engine, which not every row has. */
  readonly isAnalysed?: true;
  /** Only some rows of a project have marks. */
  readonly isMarked?: true;
  /** A time: muted, in digits of equal width. */
  readonly isTime?: true;
  readonly align?: "end";
  /** Sort orders that clicks on the header cycle through, the first click first. */
  readonly sorts?: readonly { readonly sort: IssueSort; readonly direction: "ascending" | "descending" }[];
}

/** All columns, in display order. */
const COLUMNS = {
  key: { cell: cells.keyCell, width: "of keys" },
  title: {
    cell: cells.titleCell,
    width: { least: 300, share: 1 },
    isFixed: true,
    sorts: [{ sort: "title", direction: "ascending" }],
  },
  state: { cell: cells.stateCell, width: { least: 76 }, dropOrder: 10 },
  type: { cell: cells.typeCell, width: { least: 76 }, dropOrder: 8, isAnalysed: true },
  labels: { cell: cells.labelCell, width: { least: 118, share: 0.3 }, dropOrder: 6 },
  marks: { cell: cells.markCell, width: { least: 118, share: 0.2 }, dropOrder: 11, isMarked: true },
  assignee: { cell: cells.assigneeCell, width: { least: 124, share: 0.15 }, dropOrder: 9 },
  author: { cell: cells.authorCell, width: { least: 124, share: 0.15 }, dropOrder: 1, isOptional: true },
  files: { cell: cells.fileCell, width: { least: 112, share: 0.3 }, dropOrder: 4, isAnalysed: true },
  similar: {
    cell: cells.similarCell,
    width: { least: 60 },
    dropOrder: 3,
    isAnalysed: true,
    align: "end",
    sorts: [{ sort: "-similar", direction: "descending" }],
  },
  age: {
    cell: cells.ageCell,
    width: { least: 52 },
    dropOrder: 5,
    isTime: true,
    align: "end",
    // The issue opened last has the smallest age.
    sorts: [
      { sort: "-created_at", direction: "ascending" },
      { sort: "created_at", direction: "descending" },
    ],
  },
  activity: {
    cell: cells.activityCell,
    width: { least: 96 },
    dropOrder: 7,
    isTime: true,
    sorts: [
      { sort: "-updated_at", direction: "descending" },
      { sort: "updated_at", direction: "ascending" },
    ],
  },
  comments: {
    cell: cells.commentCell,
    width: { least: 76 },
    dropOrder: 2,
    align: "end",
    sorts: [{ sort: "-comments", direction: "descending" }],
  },
} as const satisfies Readonly<Record<string, ColumnDefinition>>;

export type IssueColumn = keyof typeof COLUMNS;

export const ISSUE_COLUMNS = Object.keys(COLUMNS) as readonly IssueColumn[];

export const columnOf = (column: IssueColumn): ColumnDefinition => COLUMNS[column];

/** The columns of the list as it opens. */
export const DEFAULT_ISSUE_COLUMNS = ISSUE_COLUMNS.filter((column) => !columnOf(column).isOptional);

/** Columns that these rows have data for: those of an engine are offered only where a row has its result, and marks where a row has one. */
export function availableColumns(rows: readonly IssueRow[]): readonly IssueColumn[] {
  const isAnalysed = rows.some((row) => row.analysis !== null);
  const isMarked = rows.some(({ marks }) => marks.length > 0);
  return ISSUE_COLUMNS.filter(
    (column) => (isAnalysed || !columnOf(column).isAnalysed) && (isMarked || !columnOf(column).isMarked),
  );
}
