import type { SegmentReader } from "./segment.ts";
import { stem } from "../text/tokenize.ts";

/** A word of the index and how many documents hold it. */
export interface VocabularyEntry {
  readonly term: string;
  readonly documents: number;
}

/** The most frequent terms that begin with `prefix`. */
export function termsWithPrefix(segments: readonly SegmentReader[], prefix: string, limit: number): VocabularyEntry[] {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const found = segment.find(prefix);
    for (let number = found < 0 ? ~found : found; number < segment.terms; number++) {
      const term = segment.term(number);
      if (!term.startsWith(prefix)) break;
      const documents = segment.documentCount(number);
      // A term of deleted documents alone is none.
      if (documents > 0) counts.set(term, (counts.get(term) ?? 0) + documents);
    }
  }
  return mostFrequent(counts, limit);
}

/**
 * The term of the index that is nearest to `word`: the fewest edits (insert, delete, replace, swap of neighbours; one up to five letters, two
 * above), then the most documents. The first letter is assumed to be right, which is rarely mistyped. A term that exists only as a stem
 * ("consum") loses to a full word at the same distance, because users do not type stems.
 */
export function nearestTerm(
  segments: readonly SegmentReader[],
  word: string,
): { readonly term: string; readonly edits: number } | null {
  if (word.length < 3) return null;
  const most = word.length > 5 ? 2 : 1;
  let best: { term: string; edits: number; documents: number } | null = null;
  /** The most frequent word of each stem, by how many edits it is away. */
  const words = new Map<string, { term: string; documents: number }>();
  for (const segment of segments) {
    const found = segment.find(word.charAt(0));
    for (let number = found < 0 ? ~found : found; number < segment.terms; number++) {
      if (segment.termBytes[segment.termOffsets[number] ?? 0] !== word.charCodeAt(0)) break;
      const bytes = (segment.termOffsets[number + 1] ?? 0) - (segment.termOffsets[number] ?? 0);
      if (Math.abs(bytes - word.length) > most) continue;
      const term = segment.term(number);
      if (term === word) continue;
      const edits = editDistance(word, term, most);
      const documents = segment.documentCount(number);
      if (edits > most || documents === 0) continue;
      const stemmed = stem(term);
      const family = `${edits} ${stemmed}`;
      if (stemmed !== term && documents > (words.get(family)?.documents ?? 0)) words.set(family, { term, documents });
      if (!best || edits < best.edits || (edits === best.edits && documents > best.documents)) {
        best = { term, edits, documents };
      }
    }
  }
  if (!best) return null;
  const { term, edits } = best;
  return { term: words.get(`${edits} ${term}`)?.term ?? wholeWordOf(segments, term) ?? term, edits };
}

/** The word with the last letter that stems lose ("consum", "retri"), if the index has it as a form of the stem or more often than the stem. */
function wholeWordOf(segments: readonly SegmentReader[], stemmed: string): string | null {
  const whole = stemmed.endsWith("i") ? `${stemmed.slice(0, -1)}y` : `${stemmed}e`;
  const documents = documentsWith(segments, whole);
  if (documents === 0) return null;
  return stem(whole) === stemmed || documents > documentsWith(segments, stemmed) ? whole : null;
}

function documentsWith(segments: readonly SegmentReader[], term: string): number {
  return segments.reduce((sum, segment) => {
    const number = segment.find(term);
    return number < 0 ? sum : sum + segment.documentCount(number);
  }, 0);
}

/** Optimal string alignment distance, or `most + 1` as soon as it is known to exceed `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
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
    if (smallest > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? most + 1;
}

function mostFrequent(counts: ReadonlyMap<string, number>, limit: number): VocabularyEntry[] {
  return [...counts]
    .map(([term, documents]) => ({ term, documents }))
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, limit);
}
