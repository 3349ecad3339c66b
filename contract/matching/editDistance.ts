/** The entry with the smallest edit distance to `target`, at most `maxEdits`; null when none is within it. */
export function nearestOf(target: string, candidates: readonly string[], maxEdits: number): string | null {
  let best: string | null = null;
  let bestEdits = maxEdits + 1;
  const lower = target.toLowerCase();
  for (const entry of candidates) {
    const edits = editDistance(lower, entry.toLowerCase(), maxEdits);
    if (edits < bestEdits) {
      bestEdits = edits;
      best = entry;
    }
  }
  return best;
}

/**
 * Damerau-Levenshtein distance of two short texts (optimal string alignment: a swapped pair is not edited again), or `maxEdits + 1` as soon as
 * it is known to exceed `maxEdits`.
 */
export function editDistance(a: string, b: string, maxEdits: number): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
      smallest = Math.min(smallest, edits);
    }
    if (smallest > maxEdits) return maxEdits + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? maxEdits + 1;
}
