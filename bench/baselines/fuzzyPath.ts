/** A linear fuzzy scan: the baseline of the bench of the palette. */

/** How well a path matches the typed text, and which of its letters matched. */
interface PathMatch {
  readonly score: number;
  /** Places of the letters, ascending. */
  readonly matched: readonly number[];
}

const isBoundary = (path: string, at: number): boolean => {
  if (at === 0) return true;
  const before = path.charAt(at - 1);
  const here = path.charAt(at);
  return /[/._\- ]/.test(before) || (/[a-z\d]/.test(before) && /[A-Z]/.test(here));
};

/**
 * The letters of `wanted` (lower case, no spaces) in their order inside `path`. The last name of the path counts most, whole runs more
 * than scattered letters, and a run that begins a word more than one inside it. Looked for from the end, so that `index` means
 * the file and not a folder above it.
 * @param lower `path` in lower case, of the same length
 */
export function matchPath(path: string, lower: string, query: string): PathMatch | null {
  if (query === "") return { score: -path.length / 1000, matched: [] };
  const name = path.lastIndexOf("/") + 1;
  const offset = lower.lastIndexOf(query);
  if (offset >= 0) {
    const inName = offset >= name;
    const endsName = offset + query.length === path.length || path.charAt(offset + query.length) === ".";
    const starts = offset === name || isBoundary(path, offset);
    const score = 100 + (inName ? 60 : 0) + (offset === name ? 40 : starts ? 25 : 0) + (endsName && inName ? 20 : 0);
    return { score: score - path.length / 20, matched: Array.from(query, (_, at) => offset + at) };
  }
  const matched: number[] = [];
  let at = lower.length - 1;
  for (let letter = query.length - 1; letter >= 0; letter--) {
    const sign = query.charAt(letter);
    at = lower.lastIndexOf(sign, at);
    if (at < 0) return null;
    matched.push(at);
    at--;
    if (at < 0 && letter > 0) return null;
  }
  matched.reverse();
  let score = 0;
  let previous = -2;
  for (const place of matched) {
    score += place === previous + 1 ? 6 : isBoundary(path, place) ? 5 : 0;
    if (place >= name) score += 2;
    previous = place;
  }
  const span = (matched.at(-1) ?? 0) - (matched[0] ?? 0);
  return { score: score - span / 8 - path.length / 20, matched };
}
