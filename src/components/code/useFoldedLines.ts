import { useCallback, useMemo, useState } from "react";
import { foldRanges, visibleLines } from "../../domain/foldRanges.ts";

const NO_FOLDS: ReadonlySet<number> = new Set();

/** The rows of a file, of which folded lines have none. Lines are counted from 1, rows from 0. */
export function useFoldedLines(lines: readonly string[]) {
  const [folded, setFolded] = useState(NO_FOLDS);
  const folds = useMemo(() => foldRanges(lines), [lines]);
  /** The line of each row; null while all have one. */
  const rows = useMemo(() => visibleLines(lines.length, folds, folded), [lines, folds, folded]);
  const foldable = useMemo(() => new Set(folds.map(({ from }) => from)), [folds]);
  const toggle = useCallback(
    (line: number): void =>
      setFolded((before) => {
        const next = new Set(before);
        if (!next.delete(line)) next.add(line);
        return next;
      }),
    [],
  );
  return {
    rowCount: rows === null ? lines.length : rows.length,
    lineOf: (row: number): number => (rows === null ? row + 1 : (rows[row] ?? row + 1)),
    /** The row of a line, or of the fold that contains it. */
    rowOf: (line: number): number =>
      rows === null
        ? line - 1
        : Math.max(
            0,
            rows.findLastIndex((visible) => visible <= line),
          ),
    /** Null for a line that cannot be folded. */
    isFolded: (line: number): boolean | null => (foldable.has(line) ? folded.has(line) : null),
    toggle,
  };
}
