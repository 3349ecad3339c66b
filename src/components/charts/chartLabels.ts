/** Height of a name next to a line or a bar, in pixels. */
const HEIGHT = 13;
/** Approximate width of a letter of it. */
const LETTER = 6.2;

/**
 * Positions of names without overlap: each at its wanted position, or directly below the one above it.
 * @param bottom the lowest position
 */
export function labelPositions(positions: readonly number[], bottom: number): number[] {
  const ends = [...positions];
  const order = ends.map((_, place) => place).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0));
  let free = 0;
  // The lowest must stay within the chart, so the names above it move up first.
  order.forEach((place, i) => {
    const lowest = bottom - (order.length - 1 - i) * HEIGHT;
    ends[place] = Math.max(free, Math.min(ends[place] ?? 0, lowest));
    free = (ends[place] ?? 0) + HEIGHT;
  });
  return ends;
}

/** Width reserved for names next to a chart: that of the longest, within bounds. */
export const labelWidth = (names: readonly string[], most: number): number =>
  Math.min(most, Math.max(40, ...names.map((name) => name.length * LETTER + 8)));

/** A name truncated to a width. */
export function truncateLabel(name: string, width: number): string {
  const letters = Math.max(3, Math.floor((width - 8) / LETTER));
  return name.length <= letters ? name : `${name.slice(0, letters - 1).trimEnd()}…`;
}
