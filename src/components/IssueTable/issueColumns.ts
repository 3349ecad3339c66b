import type { ISSUE_SORTS } from "../../../contract/constants.ts";
import type { IssueRow } from "../../../contract/issues.ts";

export type IssueSort = (typeof ISSUE_SORTS)[number];

/** Every column, in the order in which they stand. */
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

/** A list without titles cannot be read, so this column cannot be left out. */
export const FIXED_ISSUE_COLUMN = "title" satisfies IssueColumn;

const ANALYSED: ReadonlySet<IssueColumn> = new Set(["type", "files", "similar"]);

/** Columns that these rows can fill: what an engine adds is offered only where a row carries it. */
export function availableColumns(rows: readonly IssueRow[]): readonly IssueColumn[] {
  const isAnalysed = rows.some((row) => row.analysis !== null);
  return ISSUE_COLUMNS.filter((column) => isAnalysed || !ANALYSED.has(column));
}

/** Smallest width of each column in pixels, and its part of what is left: most of it is the title's, which is what people read. */
const WIDTHS: Record<Exclude<IssueColumn, "key">, readonly [least: number, part: number]> = {
  title: [300, 1],
  state: [76, 0],
  type: [76, 0],
  labels: [118, 0.3],
  assignee: [124, 0.15],
  author: [124, 0.15],
  files: [112, 0.3],
  similar: [60, 0],
  age: [44, 0],
  activity: [96, 0],
  comments: [76, 0],
};
/** Width of the check box, and of the gaps between and around the columns. */
const CHECK = 34;
const GAP = 12;
const SIDES = 16;

/** Keys of one tracker are alike: the column is as wide as so many signs, not as its content, because every row is a grid of its own. */
const keyWidth = (keyLength: number): number => Math.max(40, Math.min(140, Math.ceil(keyLength * 7.6) + 6));
const leastOf = (column: IssueColumn, keyLength: number): number =>
  column === "key" ? keyWidth(keyLength) : WIDTHS[column][0];

/** Widths as a value of `grid-template-columns`; the first track holds the check box. */
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

/** The chosen columns that fit into so many pixels; a width that is not known yet takes them all. */
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

/** Orders that a click on the head of a column goes through, the first click first. */
export const COLUMN_SORTS: Partial<
  Record<IssueColumn, readonly { sort: IssueSort; direction: "ascending" | "descending" }[]>
> = {
  title: [{ sort: "title", direction: "ascending" }],
  // An issue that was opened last has the smallest age.
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
