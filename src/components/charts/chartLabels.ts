/** Height of a name next to a line or a bar, in pixels. */
const HEIGHT = 13;
/** Approximate width of a letter of it. */
const LETTER_WIDTH = 6.2;

/**
 * Positions of names or shapes without overlap: each at its wanted position, or directly after the one before it.
 * @param last the largest position
 * @param size of each, by default the height of a name
 */
export function labelPositions(positions: readonly number[], last: number, size = HEIGHT): number[] {
  const ends = [...positions];
  const order = ends.map((_, place) => place).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0));
  let free = 0;
  // The last must stay within the chart, so those before it move first.
  order.forEach((place, i) => {
    const limit = last - (order.length - 1 - i) * size;
    ends[place] = Math.max(free, Math.min(ends[place] ?? 0, limit));
    free = (ends[place] ?? 0) + size;
  });
  return ends;
}

/** Width reserved for names next to a chart: that of the longest, within bounds. */
export const labelWidth = (names: readonly string[], maxWidth: number): number =>
  Math.min(maxWidth, Math.max(40, ...names.map((name) => name.length * LETTER_WIDTH + 8)));

/** A name truncated to a width. */
export function truncateLabel(name: string, width: number): string {
  const letters = Math.max(3, Math.floor((width - 8) / LETTER_WIDTH));
  return name.length <= letters ? name : `${name.slice(0, letters - 1).trimEnd()}…`;
}
