import type { CommitFile, DiffHunk } from "../../contract/commits.ts";
import type { ChangedFile } from "../engines/review/changedPlaces.ts";

/** The files of a difference with the ranges of lines that it changes, as the findings about a request take them. */
export const changedFilesOf = (files: readonly CommitFile[]): ChangedFile[] =>
  files.map(({ path, old_path: oldPath, change, hunks, added, removed }) => ({
    path,
    oldPath,
    change: change === "type" ? "modified" : change,
    ranges: hunks.flatMap(changedRanges),
    lines: added === null && removed === null ? null : (added ?? 0) + (removed ?? 0),
  }));

/** Ranges of the old side; lines that are only added between two lines are a range that ends before it begins. */
function changedRanges({ old_start: start, old_lines: count, lines }: DiffHunk): [number, number][] {
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
