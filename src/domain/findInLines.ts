import type { TextRange } from "./changedWords.ts";

/** A place that a text was found at: the line from 1, and the offsets in it. */
export interface LineMatch extends TextRange {
  readonly line: number;
}

/** Places that are found at most. */
export const MAX_MATCHES = 5000;

/** Where the lines contain a text, in any case unless it has a capital letter. */
export function findInLines(lines: readonly string[], query: string): LineMatch[] {
  if (query === "") return [];
  const isExact = query !== query.toLowerCase();
  const matches: LineMatch[] = [];
  for (const [at, line] of lines.entries()) {
    const text = isExact ? line : line.toLowerCase();
    // A letter whose small form is longer would move the offsets.
    if (text.length !== line.length) continue;
    for (let from = text.indexOf(query); from >= 0; from = text.indexOf(query, from + query.length)) {
      matches.push({ line: at + 1, from, to: from + query.length });
      if (matches.length >= MAX_MATCHES) return matches;
    }
  }
  return matches;
}
