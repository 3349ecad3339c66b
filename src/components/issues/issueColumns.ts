import type { ISSUE_SORTS } from "../../../contract/constants.ts";
import type { IssueRow } from "../../../contract/issues.ts";

export type IssueSort = (typeof ISSUE_SORTS)[number];

/** All columns, in display order. */
export const ISSUE_COLUMNS = [
  "key",
  "title",
  "state",
  "type",
  "labels",
  "assignee",
  "author",
  "files",
  "similar",
  "age",
  "activity",
  "comments",
] as const;
export type IssueColumn = (typeof ISSUE_COLUMNS)[number];

/** The default columns. */
export const DEFAULT_ISSUE_COLUMNS: readonly IssueColumn[] = [
  "key",
  "title",
  "state",
  "type",
  "labels",
  "assignee",
  "files",
  "similar",
  "age",
  "activity",
  "comments",
];

/** A list without titles is unreadable, so this column cannot be hidden. */
export const FIXED_ISSUE_COLUMN = "title" satisfies IssueColumn;

const ANALYSED: ReadonlySet<IssueColumn> = new Set(["type", "files", "similar"]);

/** Columns that these rows have data for: those of an engine are offered only where a row has its result. */
export function availableColumns(rows: readonly IssueRow[]): readonly IssueColumn[] {
  const isAnalysed = rows.some((row) => row.analysis !== null);
  return ISSUE_COLUMNS.filter((column) => isAnalysed || !ANALYSED.has(column));
}

/** Minimum width of each column in pixels, and its share of the remaining space: most of it goes to the title. */
const WIDTHS: Record<Exclude<IssueColumn, "key">, readonly [least: number, part: number]> = {
  title: [300, 1],
  state: [76, 0],
  type: [76, 0],
  labels: [118, 0.3],
  assignee: [124, 0.15],
  author: [124, 0.15],
  files: [112, 0.3],
  similar: [60, 0],
  age: [52, 0],
  activity: [96, 0],
  comments: [76, 0],
};
/** Width of the check box, and of the gaps between and around the columns. */
const CHECK = 34;
const GAP = 12;
const SIDES = 16;

/**
 * Keys of one tracker have similar lengths: the column's width is computed from the number of characters and not from its content, because
 * every row is a separate grid. The least is the width of the column's name in every language.
 */
const keyWidth = (keyLength: number): number => Math.max(56, Math.min(140, Math.ceil(keyLength * 7.6) + 6));
const leastOf = (column: IssueColumn, keyLength: number): number =>
  column === "key" ? keyWidth(keyLength) : WIDTHS[column][0];

/** Widths as a value of `grid-template-columns`; the first track is the check box. */
export function columnTracks(columns: readonly IssueColumn[], keyLength: number): string {
  const tracks = columns.map((column) => {
    if (column === "key") return `${keyWidth(keyLength)}px`;
    const [least, part] = WIDTHS[column];
    return part === 0 ? `${least}px` : `minmax(${least}px, ${part}fr)`;
  });
  return `${CHECK}px ${tracks.join(" ")}`;
}

/** The columns to drop first, in this order, where the table is too narrow for the selection, for example next to a preview. */
const EXPENDABLE: readonly IssueColumn[] = [
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
];

/** The selected columns that fit a width in pixels; all of them while the width is unknown. */
export function fittingColumns(
  columns: readonly IssueColumn[],
  keyLength: number,
  width: number,
): readonly IssueColumn[] {
  const needed = (some: readonly IssueColumn[]): number =>
    CHECK + SIDES + some.reduce((sum, column) => sum + GAP + leastOf(column, keyLength), 0);
  let fitting = columns;
  for (const column of EXPENDABLE) {
    if (width === 0 || needed(fitting) <= width) break;
    fitting = fitting.filter((other) => other !== column);
  }
  return fitting;
}

/** Sort orders that clicks on a column header cycle through, the first click first. */
export const COLUMN_SORTS: Partial<
  Record<IssueColumn, readonly { sort: IssueSort; direction: "ascending" | "descending" }[]>
> = {
  title: [{ sort: "title", direction: "ascending" }],
  // The issue opened last has the smallest age.
  age: [
    { sort: "-created_at", direction: "ascending" },
    { sort: "created_at", direction: "descending" },
  ],
  activity: [
    { sort: "-updated_at", direction: "descending" },
    { sort: "updated_at", direction: "ascending" },
  ],
  comments: [{ sort: "-comments", direction: "descending" }],
  similar: [{ sort: "-similar", direction: "descending" }],
};
