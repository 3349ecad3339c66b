import type { LineRange } from "./address.ts";
import { smallest } from "./extremes.ts";

/** Lines of context around the lines of interest. */
const AROUND = 3;
const MOST = 48;

/**
 * The lines shown of a file: those of interest with some context; of a long passage, the part with the first match.
 *
 * @param count lines of the file
 * @param matches lines that hold matches, ascending or not
 * @param most lines shown
 */
export function excerptOf(count: number, focus: LineRange, matches: readonly number[], most = MOST): LineRange {
  const from = Math.max(1, Math.min(focus.from, count) - AROUND);
  const to = Math.min(count, focus.to + AROUND);
  if (to - from < most) return { from, to };
  const first = smallest(matches.filter((line) => line >= from && line <= to));
  // Without a match, or with one near the start, the passage is shown from its start.
  const start =
    Number.isFinite(first) && first >= from + most - AROUND ? first - Math.min(AROUND * 3, most >> 2) : from;
  const end = Math.min(to, start + most - 1);
  return { from: Math.max(from, end - most + 1), to: end };
}
