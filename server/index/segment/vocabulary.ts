import { editDistance } from "../../../contract/matching/editDistance.ts";
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
    const matchingTerm = segment.find(prefix);
    for (let number = matchingTerm < 0 ? ~matchingTerm : matchingTerm; number < segment.terms; number++) {
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
  const maxEdits = word.length > 5 ? 2 : 1;
  let best: { term: string; edits: number; documents: number } | null = null;
  /** The most frequent word of each stem, by how many edits it is away. */
  const words = new Map<string, { term: string; documents: number }>();
  for (const segment of segments) {
    const matchingTerm = segment.find(word.charAt(0));
    for (let number = matchingTerm < 0 ? ~matchingTerm : matchingTerm; number < segment.terms; number++) {
      if (segment.termBytes[segment.termOffsets[number] ?? 0] !== word.charCodeAt(0)) break;
      const bytes = (segment.termOffsets[number + 1] ?? 0) - (segment.termOffsets[number] ?? 0);
      if (Math.abs(bytes - word.length) > maxEdits) continue;
      const term = segment.term(number);
      if (term === word) continue;
      const edits = editDistance(word, term, maxEdits);
      const documents = segment.documentCount(number);
      if (edits > maxEdits || documents === 0) continue;
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
  const word = stemmed.endsWith("i") ? `${stemmed.slice(0, -1)}y` : `${stemmed}e`;
  const documents = documentsWith(segments, word);
  if (documents === 0) return null;
  return stem(word) === stemmed || documents > documentsWith(segments, stemmed) ? word : null;
}

function documentsWith(segments: readonly SegmentReader[], term: string): number {
  return segments.reduce((sum, segment) => {
    const number = segment.find(term);
    return number < 0 ? sum : sum + segment.documentCount(number);
  }, 0);
}

function mostFrequent(counts: ReadonlyMap<string, number>, limit: number): VocabularyEntry[] {
  return [...counts]
    .map(([term, documents]) => ({ term, documents }))
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, limit);
}
