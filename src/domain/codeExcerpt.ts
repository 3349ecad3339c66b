import type { LineRange } from "./address.ts";
import { smallest } from "./extremes.ts";

/** Lines of context around the lines of interest. */
const CONTEXT_LINES = 3;
const MAX_LINES = 48;

/**
 * The lines shown of a file: those of interest with some context; of a long passage, the part with the first match.
 *
 * @param count lines of the file
 * @param matches lines that hold matches, ascending or not
 * @param most lines shown
 */
export function excerptRange(
  count: number,
  focus: LineRange,
  matches: readonly number[],
  maxLines = MAX_LINES,
): LineRange {
  const from = Math.max(1, Math.min(focus.from, count) - CONTEXT_LINES);
  const to = Math.min(count, focus.to + CONTEXT_LINES);
  if (to - from < maxLines) return { from, to };
  const first = smallest(matches.filter((line) => line >= from && line <= to));
  // Without a match, or with one near the start, the passage is shown from its start.
  const start =
    Number.isFinite(first) && first >= from + maxLines - CONTEXT_LINES
      ? first - Math.min(CONTEXT_LINES * 3, maxLines >> 2)
      : from;
  const end = Math.min(to, start + maxLines - 1);
  return { from: Math.max(from, end - maxLines + 1), to: end };
}
