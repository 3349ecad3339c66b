import type { LineRange } from "./address.ts";

/** Columns of a tab, only to compare indentations. */
const TAB = 4;

/** Columns before the first letter; null for a line without letters. */
function indentOf(line: string): number | null {
  let columns = 0;
  for (const sign of line) {
    if (sign === " ") columns += 1;
    else if (sign === "\t") columns += TAB - (columns % TAB);
    else return columns;
  }
  return null;
}

/**
 * What can be folded, by the indentation: each line with deeper lines below it, up to the last of them. Ranges have the line that stays
 * visible as `from`, are in the order of their first lines, and contain each other or are apart.
 */
export function foldRanges(lines: readonly string[]): LineRange[] {
  const ranges: LineRange[] = [];
  const open: { readonly line: number; readonly indent: number }[] = [];
  let last = 0;
  const close = (indent: number): void => {
    for (let top = open.at(-1); top && top.indent >= indent; top = open.at(-1)) {
      open.pop();
      if (last > top.line) ranges.push({ from: top.line, to: last });
    }
  };
  lines.forEach((text, at) => {
    const indent = indentOf(text);
    if (indent === null) return;
    close(indent);
    open.push({ line: at + 1, indent });
    last = at + 1;
  });
  close(-1);
  return ranges.sort((a, b) => a.from - b.from);
}

/** The lines that are visible when these ranges are folded; null: all. @param count of all lines */
export function visibleLines(
  count: number,
  ranges: readonly LineRange[],
  folded: ReadonlySet<number>,
): number[] | null {
  if (folded.size === 0) return null;
  const ends = new Map(ranges.filter(({ from }) => folded.has(from)).map(({ from, to }) => [from, to]));
  const visible: number[] = [];
  for (let line = 1; line <= count; line++) {
    visible.push(line);
    line = ends.get(line) ?? line;
  }
  return visible;
}
