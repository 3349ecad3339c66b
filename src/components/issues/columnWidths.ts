import { columnOf, type IssueColumn } from "./issueColumns.ts";

/** Width of the check box, and of the gaps between and around the columns, in pixels. */
const CHECK = 34;
const GAP = 12;
const SIDES = 16;

/**
 * Keys of one tracker have similar lengths: the column's width is computed from the number of characters and not from its content, because
 * every row is a separate grid. The least is the width of the column's name in every language.
 */
const keyWidth = (keyLength: number): number => Math.max(56, Math.min(140, Math.ceil(keyLength * 7.6) + 6));

const widthOf = (column: IssueColumn, keyLength: number): { readonly least: number; readonly share?: number } => {
  const { width } = columnOf(column);
  return width === "of keys" ? { least: keyWidth(keyLength) } : width;
};

/** Widths as a value of `grid-template-columns`; the first track is the check box. */
export function columnTracks(columns: readonly IssueColumn[], keyLength: number): string {
  const tracks = columns.map((column) => {
    const { least, share } = widthOf(column, keyLength);
    return share === undefined ? `${least}px` : `minmax(${least}px, ${share}fr)`;
  });
  return `${CHECK}px ${tracks.join(" ")}`;
}

const dropOrderOf = (column: IssueColumn): number => columnOf(column).dropOrder ?? Infinity;

/** The selected columns that fit a width in pixels; all of them while the width is unknown. */
export function fittingColumns(
  columns: readonly IssueColumn[],
  keyLength: number,
  width: number,
): readonly IssueColumn[] {
  const needed = (some: readonly IssueColumn[]): number =>
    CHECK + SIDES + some.reduce((sum, column) => sum + GAP + widthOf(column, keyLength).least, 0);
  const expendable = columns
    .filter((column) => dropOrderOf(column) < Infinity)
    .toSorted((a, b) => dropOrderOf(a) - dropOrderOf(b));
  let fitting = columns;
  for (const column of expendable) {
    if (width === 0 || needed(fitting) <= width) break;
    fitting = fitting.filter((other) => other !== column);
  }
  return fitting;
}
