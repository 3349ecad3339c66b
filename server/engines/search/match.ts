import type { SegmentGroup } from "../../index/segmentGroup.ts";
import type { SearchWord } from "./words.ts";

/** What a group's documents have of the query: one array per member. */
export interface GroupMatch {
  readonly scores: readonly Float32Array[];
  /** How many of the required words each document has. */
  readonly covered: readonly Uint8Array[];
  /** The most words that any document has. */
  readonly most: number;
}

/** A name of several words that stands there as one is worth more than its words anywhere. */
const WHOLE_NAME = 2;
const STOP_WORD = 0.2;
const VARIANT = 0.6;

/** Scores a group by BM25F and counts the words that each document has. */
export function matchGroup(group: SegmentGroup, words: readonly SearchWord[]): GroupMatch {
  const scores = group.members.map(({ segment }) => new Float32Array(segment.documents));
  const covered = group.members.map(({ segment }) => new Uint8Array(segment.documents));
  let most = 0;
  for (const word of words) {
    const weight = word.isStopWord ? STOP_WORD : 1;
    const [first] = word.stems;
    const isPlain = word.stems.length === 1 && first === word.whole;
    if (!isPlain && word.whole !== "") group.addTerm(scores, word.whole, weight * WHOLE_NAME);
    for (const stem of word.stems) group.addTerm(scores, stem, weight / Math.sqrt(word.stems.length));
    for (const variant of word.variants) group.addTerm(scores, variant, weight * VARIANT);
    if (!word.isStopWord) most = Math.max(most, cover(group, word, covered));
  }
  return { scores, covered, most };
}

/** Raises the count of every document that has the word, and gives the highest count reached. */
function cover(group: SegmentGroup, word: SearchWord, covered: readonly Uint8Array[]): number {
  let most = 0;
  group.members.forEach(({ segment }, member) => {
    const counts = covered[member];
    if (!counts) return;
    /** How many stems of a name of several words a document holds; `ALL` once it has the word. */
    const parts = new Uint8Array(segment.documents);
    const ALL = 255;
    const take = (document: number): void => {
      if (parts[document] === ALL) return;
      parts[document] = ALL;
      const count = (counts[document] ?? 0) + 1;
      counts[document] = count;
      if (count > most) most = count;
    };
    for (const term of [word.whole, ...word.variants]) {
      const number = segment.find(term);
      if (number >= 0) segment.eachDocument(number, take);
    }
    const stems = new Set(word.stems);
    for (const stem of stems) {
      const number = segment.find(stem);
      if (number < 0) return;
      segment.eachDocument(number, (document) => {
        const held = parts[document] ?? 0;
        if (held === ALL) return;
        if (held + 1 === stems.size) take(document);
        else parts[document] = held + 1;
      });
    }
  });
  return most;
}

/** Documents that hold any of the words, one mark per document: what a minus leaves out. */
export function markGroup(group: SegmentGroup, words: readonly SearchWord[]): Uint8Array[] {
  const marks = group.members.map(({ segment }) => new Uint8Array(segment.documents));
  for (const word of words) cover(group, word, marks);
  return marks;
}
