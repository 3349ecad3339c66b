import type { QueryTerm, SegmentGroup } from "../../index/segmentGroup.ts";
import type { SearchWord } from "./words.ts";

/** What a group's documents have of the query: one array per member. */
export interface GroupMatch {
  readonly scores: readonly Float32Array[];
  /** A bit for each of the first 31 words that are no stop words. */
  readonly bits: readonly Uint32Array[];
}

/** A name of several words that stands there as one is worth as much as its words anywhere. */
const WHOLE_NAME = 1;
const STOP_WORD = 0.2;
const VARIANT = 0.6;
/** Bits of a number that can be told apart without a sign. */
export const MOST_WORDS = 31;

interface WordBits {
  readonly bits: readonly Uint32Array[];
  readonly bit: number;
}

/** The terms of a word with their weights. A plain word has one; the name as a whole only counts where it is made of several. */
export function termsOfWord({ whole, stems, variants, isStopWord }: SearchWord): QueryTerm[] {
  const weight = isStopWord ? STOP_WORD : 1;
  return [
    ...(whole !== "" && stems.length !== 1 ? [{ term: whole, weight: weight * WHOLE_NAME }] : []),
    ...stems.map((term) => ({ term, weight: weight / Math.sqrt(stems.length) })),
    ...variants.map((term) => ({ term, weight: weight * VARIANT })),
  ];
}

const scratch = new WeakMap<SegmentGroup, GroupMatch>();

const emptyMatch = ({ members }: SegmentGroup): GroupMatch => ({
  scores: members.map(({ segment }) => new Float32Array(segment.documents)),
  bits: members.map(({ segment }) => new Uint32Array(segment.documents)),
});

/**
 * Scores a group by BM25F and notes which words each document has. The columns are the group's own and hold until its next match: a
 * search is done with them by then, and megabytes for each would keep the garbage collector busy.
 */
export function matchGroup(group: SegmentGroup, words: readonly SearchWord[]): GroupMatch {
  let kept = scratch.get(group);
  if (!kept) scratch.set(group, (kept = emptyMatch(group)));
  else for (const column of [...kept.scores, ...kept.bits]) column.fill(0);
  return addWords(group, words, kept);
}

function addWords(group: SegmentGroup, words: readonly SearchWord[], { scores, bits }: GroupMatch): GroupMatch {
  let told = 0;
  for (const word of words) {
    const bit = word.isStopWord || told >= MOST_WORDS ? 0 : 1 << told++;
    // One stem says it all: the word is there where the stem is. A name of several is there as a whole or with all its stems.
    const isSingle = word.stems.length <= 1;
    for (const { term, weight } of termsOfWord(word)) {
      const isWhole = isSingle || term === word.whole || word.variants.includes(term);
      group.addTerm(scores, term, weight, group.scheme.weights, bit !== 0 && isWhole ? { bits, bit } : null);
    }
    if (bit === 0) continue;
    if (isSingle && word.stems[0] !== word.whole) markTerm(group, word.whole, { bits, bit });
    if (!isSingle) markAll(group, word.stems, { bits, bit });
  }
  return { scores, bits };
}

function markTerm(group: SegmentGroup, term: string, { bits, bit }: WordBits): void {
  group.members.forEach(({ segment }, member) => {
    const number = segment.find(term);
    const into = bits[member];
    if (number >= 0 && into)
      segment.eachDocument(number, (document) => {
        into[document] = (into[document] ?? 0) | bit;
      });
  });
}

/** Sets the bit of documents that hold every one of `stems`. */
function markAll(group: SegmentGroup, stems: readonly string[], { bits, bit }: WordBits): void {
  const wanted = [...new Set(stems)];
  group.members.forEach(({ segment }, member) => {
    const numbers = wanted.map((stem) => segment.find(stem));
    const into = bits[member];
    if (!into || numbers.length === 0 || numbers.some((number) => number < 0)) return;
    const held = new Uint8Array(segment.documents);
    for (const number of numbers) {
      segment.eachDocument(number, (document) => {
        const count = (held[document] ?? 0) + 1;
        held[document] = count;
        if (count === numbers.length) into[document] = (into[document] ?? 0) | bit;
      });
    }
  });
}

/** Documents that hold the words, all of them or any: one mark per document. */
export function markWordsOf(group: SegmentGroup, words: readonly SearchWord[], needsAll: boolean): Uint8Array[] {
  const { bits } = addWords(group, words, emptyMatch(group));
  const told = Math.min(MOST_WORDS, words.filter(({ isStopWord }) => !isStopWord).length);
  const all = told === 0 ? 0 : 2 ** told - 1;
  return bits.map((column) => Uint8Array.from(column, (held) => Number(needsAll ? held >>> 0 === all : held !== 0)));
}

/** How many bits are set. */
export function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
