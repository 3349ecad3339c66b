/** Tables of Atlassian's formats as rows of a Markdown table, whose cells have one line and no spans. */
import { codeSpan } from "./markdown.ts";

export interface TableCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** Columns of one table that spans may reach, and cells that they may add: a span is a number that the author may choose. */
const MAX_COLUMNS = 100;
const MAX_ADDED = 10_000;

/** A number of columns or rows that a cell spans. */
export function spanOf(text: string): number {
  const span = Number(text);
  return Number.isInteger(span) && span > 1 ? Math.min(span, MAX_COLUMNS) : 1;
}

/** The texts of cells in their columns: what a merged cell covers is empty. */
export function spannedRows(rows: readonly (readonly TableCell[])[]): string[][] {
  let left = MAX_ADDED;
  // By column: how many of the next rows are covered from above.
  let covered: number[] = [];
  return rows.map((cells) => {
    const texts: string[] = [];
    const below: number[] = [];
    const passCovered = (): void => {
      while ((covered[texts.length] ?? 0) > 0 && left > 0) {
        below[texts.length] = (covered[texts.length] ?? 0) - 1;
        texts.push("");
        left -= 1;
      }
    };
    for (const { text, columns, rows: height } of cells) {
      passCovered();
      for (let at = 0; at < columns && (at === 0 || left > 0); at += 1) {
        if (at > 0) left -= 1;
        if (height > 1) below[texts.length] = height - 1;
        texts.push(at === 0 ? text : "");
      }
    }
    passCovered();
    covered = below;
    return texts;
  });
}

/** Code in a cell: each line is code of its own. */
export const cellCode = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(codeSpan)
    .join("\n");
