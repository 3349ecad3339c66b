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

/** What stands there before anybody chose. */
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

/** Widths as a value of `grid-template-columns`; the first track holds the check box. */
export function columnTracks(columns: readonly IssueColumn[]): string {
  return `34px ${columns.map((column) => TRACKS[column]).join(" ")}`;
}

const TRACKS: Record<IssueColumn, string> = {
  key: "108px",
  title: "minmax(220px, 1fr)",
  state: "92px",
  type: "92px",
  labels: "minmax(96px, 200px)",
  assignee: "minmax(96px, 148px)",
  author: "minmax(96px, 148px)",
  files: "minmax(120px, 220px)",
  similar: "72px",
  age: "64px",
  activity: "112px",
  comments: "64px",
};

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
};
