import type { DiffHunk } from "../../../contract/code/commits.ts";

/** Ranges of the old side; lines that are only added between two lines are a range that ends before it begins. */
export function changedRanges({
  old_start: start,
  old_lines: count,
  lines,
}: Pick<DiffHunk, "old_start" | "old_lines" | "lines">): [number, number][] {
  const ranges: [number, number][] = [];
  // For an empty side git names the line above.
  let old = count === 0 ? start + 1 : start;
  let removedFrom: number | null = null;
  let hasAdded = false;
  const end = (): void => {
    if (removedFrom !== null) ranges.push([removedFrom, old - 1]);
    else if (hasAdded) ranges.push([old, old - 1]);
    removedFrom = null;
    hasAdded = false;
  };
  for (const line of lines) {
    if (line.startsWith("-")) {
      removedFrom ??= old;
      old += 1;
    } else if (line.startsWith("+")) hasAdded = true;
    else if (!line.startsWith("\\")) {
      end();
      old += 1;
    }
  }
  end();
  return ranges;
}
