/** Finds the lines of one version of a file in another. */

/**
 * The place of each line of `from` in `to`, or -1 for a line that was added or changed: lines in common at the beginning and the end, lines that
 * occur once in both versions and keep their order, and equal lines next to those.
 */
export function mapLines(from: readonly string[], to: readonly string[]): Int32Array {
  const places = new Int32Array(from.length).fill(-1);
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) places[start] = start++;
  let end = from.length;
  let toEnd = to.length;
  while (end > start && toEnd > start && from[end - 1] === to[toEnd - 1]) places[--end] = --toEnd;
  for (const [at, place] of inOrder(linesInBoth(from, to, { start, end, toEnd }))) places[at] = place;
  for (let at = start; at < end; at++) extend(at, at - 1, 1);
  for (let at = end - 1; at >= start; at--) extend(at, at + 1, -1);
  return places;

  /** Maps a line next to a mapped one, where both versions have the same line there and it is not the place of another. */
  function extend(at: number, neighbour: number, step: 1 | -1): void {
    const near = places[neighbour] ?? -1;
    if (places[at] !== -1 || near === -1) return;
    const place = near + step;
    if (place >= start && place < toEnd && from[at] === to[place] && places[at + step] !== place) places[at] = place;
  }
}

interface Middle {
  readonly start: number;
  readonly end: number;
  readonly toEnd: number;
}

/** Lines that occur once in the middle of both, with their places, in the order of `from`. */
function linesInBoth(
  from: readonly string[],
  to: readonly string[],
  { start, end, toEnd }: Middle,
): [number, number][] {
  const once = (lines: readonly string[], last: number): Map<string, number> => {
    const lineOf = new Map<string, number>();
    for (let at = start; at < last; at++) lineOf.set(lines[at] ?? "", lineOf.has(lines[at] ?? "") ? -1 : at);
    return lineOf;
  };
  const places = once(to, toEnd);
  return [...once(from, end)].flatMap(([line, at]): [number, number][] => {
    const place = places.get(line) ?? -1;
    return at === -1 || place === -1 ? [] : [[at, place]];
  });
}

/** The longest selection of pairs in which the places grow. */
function inOrder(pairs: readonly [number, number][]): [number, number][] {
  /** The pair that ends the best selection of each length, and the pair before each. */
  const ends: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, place], at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const chosen: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}
