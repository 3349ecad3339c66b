import type { DiffHunk } from "../../contract/code/commits.ts";
import { type TextRange, changedWords } from "./changedWords.ts";

/** One line of a hunk. */
export interface DiffRow {
  readonly change: "added" | "removed" | "same";
  /** Its numbers before and after the change. */
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
  /** Words that the line in its place does not have. */
  readonly marks: readonly TextRange[];
  /** The file ends here, without a newline. */
  readonly isUnterminated: boolean;
}

/** A line of one side of a difference, as a key of maps. */
export const lineKey = (side: "old" | "new", line: number): string => `${side}:${line}`;

/** The text of a line of one side; null where no hunk has it. */
export function lineText(hunks: readonly DiffHunk[], side: "old" | "new", line: number): string | null {
  const other = side === "old" ? "+" : "-";
  for (const { old_start, old_lines, new_start, new_lines, lines } of hunks) {
    const [start, count] = side === "old" ? [old_start, old_lines] : [new_start, new_lines];
    if (line < start || line >= start + count) continue;
    let at = start;
    for (const text of lines) {
      if (text.startsWith(other) || text.startsWith("\\")) continue;
      if (at++ === line) return text.slice(1);
    }
  }
  return null;
}

type MutableRow = { -readonly [K in keyof DiffRow]: DiffRow[K] };

/** The lines of a hunk with their numbers and changed words. */
export function toDiffRows({ old_start, new_start, lines }: DiffHunk): DiffRow[] {
  const rows: MutableRow[] = [];
  const returns = new Set<MutableRow>();
  let [before, after] = [old_start, new_start];
  for (const line of lines) {
    const last = rows.at(-1);
    if (line.startsWith("\\")) {
      if (last) last.isUnterminated = true;
      continue;
    }
    const change = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
    const numbers = { old: change === "added" ? null : before++, new: change === "removed" ? null : after++ };
    const row = {
      change,
      ...numbers,
      text: line.slice(1).replace(/\r$/, ""),
      marks: [],
      isUnterminated: false,
    } as const;
    rows.push({ ...row });
    if (line.endsWith("\r")) returns.add(rows.at(-1) as MutableRow);
  }
  for (const { left, right } of pairRows(rows)) {
    if (left?.change !== "removed" || right?.change !== "added") continue;
    // A carriage return is shown where it is all that differs; in a file of such lines it would be noise.
    if (left.text === right.text) for (const row of [left, right]) if (returns.has(row)) row.text += "\r";
    const words = changedWords(left.text, right.text);
    left.marks = words.before;
    right.marks = words.after;
  }
  return rows;
}

/** The rows side by side: a removed line next to the added one in its place. */
export function pairRows<T extends DiffRow>(
  rows: readonly T[],
): { readonly left: T | null; readonly right: T | null }[] {
  const pairs: { left: T | null; right: T | null }[] = [];
  let [removed, added]: [T[], T[]] = [[], []];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      pairs.push({ left: removed[at] ?? null, right: added[at] ?? null });
    [removed, added] = [[], []];
  };
  for (const row of rows) {
    if (row.change === "removed") {
      if (added.length > 0) flush();
      removed.push(row);
    } else if (row.change === "added") added.push(row);
    else {
      flush();
      pairs.push({ left: row, right: row });
    }
  }
  flush();
  return pairs;
}
