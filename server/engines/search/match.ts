import { type QueryTerm, type SegmentGroup, Touched } from "../../index/segmentGroup.ts";
import type { SearchWord } from "./words.ts";

/** What a group's documents have of the query: one array per member. */
export interface GroupMatch {
  readonly scores: readonly Float32Array[];
  /** A bit for each of the first 31 words that are no stop words. */
  readonly bits: readonly Uint32Array[];
  /** The documents that have a score or a bit. */
  readonly touched: readonly Touched[];
}

/** A name of several words that occurs as a whole scores as much as its words anywhere. */
const WHOLE_NAME = 1;
const STOP_WORD = 0.2;
const VARIANT = 0.6;
/** Bits of a number that can be told apart without a sign. */
export const MOST_WORDS = 31;

/** The terms of a word with their weights. A plain word has one; the name as a whole only counts where it is made of several. */
export function termsOfWord({ whole, stems, variants, isStopWord }: SearchWord): QueryTerm[] {
  const weight = isStopWord ? STOP_WORD : 1;
  return [
    ...(whole !== "" && stems.length !== 1 ? [{ term: whole, weight: weight * WHOLE_NAME }] : []),
    ...stems.map((term) => ({ term, weight: weight / Math.sqrt(stems.length) })),
    ...variants.map((term) => ({ term, weight: weight * VARIANT })),
  ];
}

/** What a group's searches write into, one after the other. */
interface Scratch extends GroupMatch {
  /** All 0 between two searches. */
  readonly marks: readonly Buffer[];
}
const scratch = new WeakMap<SegmentGroup, Scratch>();

const emptyMatch = ({ members }: SegmentGroup): Scratch => ({
  scores: members.map(({ segment }) => new Float32Array(segment.documents)),
  bits: members.map(({ segment }) => new Uint32Array(segment.documents)),
  touched: members.map(({ segment }) => new Touched(segment.documents)),
  marks: members.map(({ segment }) => Buffer.alloc(segment.documents)),
});

function emptied(group: SegmentGroup): Scratch {
  let kept = scratch.get(group);
  if (!kept) scratch.set(group, (kept = emptyMatch(group)));
  else clearTouched(kept.touched, [kept.scores, kept.bits]);
  return kept;
}

/** Where more than one document in so many was touched, clearing all is quicker than clearing those. */
const MANY = 6;

/** Zeroes what the last search left behind. */
export function clearTouched(
  touched: readonly Touched[],
  columns: readonly (readonly (Float32Array | Uint32Array | Uint8Array)[])[],
): void {
  touched.forEach((one, member) => {
    const { list, count } = one;
    for (const column of columns) {
      const values = column[member];
      if (!values) continue;
      if (count * MANY > list.length) values.fill(0);
      else for (let at = 0; at < count; at++) values[list[at] ?? 0] = 0;
    }
    one.count = 0;
  });
}

/**
 * Scores a group by BM25F and notes which words each document has. The columns are the group's own and hold until its next match: a
 * search is done with them by then, and megabytes for each would keep the garbage collector busy. Stop words have the longest lists and
 * say the least: they only tell documents apart that have something else of the query (one of nothing else has none, see readWords).
 */
export function matchGroup(group: SegmentGroup, words: readonly SearchWord[]): GroupMatch {
  const kept = emptied(group);
  const { scores, bits, touched } = kept;
  let told = 0;
  for (const word of words) {
    if (word.isStopWord) continue;
    const bit = told >= MOST_WORDS ? 0 : 1 << told++;
    // One stem says it all: the word is there where the stem is. A name of several is there as a whole or with all its stems.
    const isSingle = word.stems.length <= 1;
    for (const { term, weight } of termsOfWord(word)) {
      const isWhole = isSingle || term === word.whole || word.variants.includes(term);
      group.addTerm(scores, term, weight, group.scheme.weights, { bits, bit: isWhole ? bit : 0, touched });
    }
    if (bit === 0) continue;
    // A document that holds all stems was touched by each of them; a whole name may occur where its stem does not.
    if (isSingle && word.stems[0] !== word.whole)
      group.addTerm(scores, word.whole, 0, group.scheme.weights, { bits, bit, touched });
    if (!isSingle) eachHolderOfAll(group, word.stems, touchWith(kept, bit));
  }
  for (const word of words) {
    if (!word.isStopWord) continue;
    for (const { term, weight } of termsOfWord(word))
      group.addTerm(scores, term, weight, group.scheme.weights, { touched, onlyTouched: true });
  }
  return kept;
}

/**
 * The same, limited to documents that have at least `needed` of the words in `free`, and their bits for these (at most 31, no stop words). By
 * the pigeonhole principle such a document has one of the n - needed + 1 rarest of n words, so the longest posting lists are read only for
 * documents that can still qualify, and all lists once more to score those that do.
 */
export function matchMost(
  group: SegmentGroup,
  words: readonly SearchWord[],
  free: readonly SearchWord[],
  needed: number,
): GroupMatch {
  const kept = emptied(group);
  const { scores, bits, touched, marks } = kept;
  const { weights } = group.scheme;
  const rarest = free
    .map((word, at) => ({ word, bit: 1 << at, documents: mostHolders(group, word) }))
    .sort((a, b) => a.documents - b.documents);
  rarest.forEach(({ word, bit }, at) => {
    const hadBefore = at - (free.length - needed);
    if (hadBefore > 0) keepThoseWith(hadBefore, kept);
    const wanted = hadBefore > 0 ? marks : null;
    for (const term of wholeTermsOf(word))
      group.addTerm(scores, term, 0, weights, { bits, bit, touched, ...(wanted && { wanted }) });
    if (word.stems.length > 1) eachHolderOfAll(group, word.stems, touchWith(kept, bit), wanted);
  });
  keepThoseWith(needed, kept);
  for (const isStopWord of [false, true])
    for (const word of words)
      if (word.isStopWord === isStopWord)
        for (const { term, weight } of termsOfWord(word))
          group.addTerm(scores, term, weight, weights, { bits, touched, wanted: marks, onlyTouched: isStopWord });
  touched.forEach(({ list, count }, member) => {
    const column = marks[member];
    for (let at = 0; column && at < count; at++) column[list[at] ?? 0] = 0;
  });
  return kept;
}

/** Terms of which each is the word. */
const wholeTermsOf = ({ whole, stems, variants }: SearchWord): Set<string> =>
  new Set([whole, ...variants, ...(stems.length === 1 ? stems : [])]);

/** How many documents can have a word, at most. */
function mostHolders(group: SegmentGroup, word: SearchWord): number {
  let most = word.stems.length > 1 ? Math.min(...word.stems.map((stem) => group.documentCount(stem))) : 0;
  for (const term of wholeTermsOf(word)) most += group.documentCount(term);
  return most;
}

/** Marks the touched documents that have at least so many words, and forgets the others. */
function keepThoseWith(least: number, { bits, touched, marks }: Scratch): void {
  touched.forEach((one, member) => {
    const held = bits[member];
    const column = marks[member];
    if (!held || !column) return;
    let kept = 0;
    for (let at = 0; at < one.count; at++) {
      const document = one.list[at] ?? 0;
      if (countBits(held[document] ?? 0) >= least) {
        column[document] = 1;
        one.list[kept++] = document;
      } else {
        column[document] = 0;
        held[document] = 0;
      }
    }
    one.count = kept;
  });
}

const touchWith =
  ({ scores, bits, touched }: GroupMatch, bit: number) =>
  (member: number, document: number): void => {
    const into = bits[member];
    const one = touched[member];
    if (!into || !one) return;
    const held = into[document] ?? 0;
    if (held === 0 && (scores[member]?.[document] ?? 0) === 0) one.list[one.count++] = document;
    into[document] = held | bit;
  };

function eachHolder(group: SegmentGroup, term: string, visit: (member: number, document: number) => void): void {
  group.members.forEach(({ segment }, member) => {
    const number = segment.find(term);
    if (number >= 0)
      segment.eachDocument(number, (document) => {
        visit(member, document);
      });
  });
}

/** Visits the documents that hold every one of `stems`, or those of them that are marked. */
function eachHolderOfAll(
  group: SegmentGroup,
  stems: readonly string[],
  visit: (member: number, document: number) => void,
  wanted: readonly Buffer[] | null = null,
): void {
  group.members.forEach((_, member) => {
    for (const document of group.holdersOfAll(member, stems, wanted?.[member] ?? null)) visit(member, document);
  });
}

/** Documents that hold one word: its whole name, all of its stems, or a variant of it. One mark per document. */
function markWord(group: SegmentGroup, { whole, stems, variants }: SearchWord): Uint8Array[] {
  const marks = group.members.map(({ segment }) => new Uint8Array(segment.documents));
  const mark = (member: number, document: number): void => {
    const column = marks[member];
    if (column) column[document] = 1;
  };
  for (const term of new Set([whole, ...variants])) if (term !== "") eachHolder(group, term, mark);
  if (stems.length > 0) eachHolderOfAll(group, stems, mark);
  return marks;
}

/** Documents that hold all the words that are no stop words: one mark per document. Words beyond the 31st are not asked for. */
export function markWordsOf(group: SegmentGroup, words: readonly SearchWord[]): Uint8Array[] {
  const told = words.filter(({ isStopWord }) => !isStopWord).slice(0, MOST_WORDS);
  const [first, ...others] = told.map((word) => markWord(group, word));
  if (!first) return group.members.map(({ segment }) => new Uint8Array(segment.documents).fill(1));
  for (const other of others) keepBoth(first, other);
  return first;
}

/** Takes the marks away from `marks` that `others` does not have. */
export function keepBoth(marks: readonly Uint8Array[], others: readonly Uint8Array[]): void {
  marks.forEach((column, member) => {
    const other = others[member];
    for (let document = 0; document < column.length; document++)
      column[document] = (column[document] ?? 0) & (other?.[document] ?? 0);
  });
}

/** How many bits are set. */
export function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
