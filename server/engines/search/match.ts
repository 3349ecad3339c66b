import type { Segment } from "../../index/segment.ts";
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

/** A name of several words that stands there as one is worth as much as its words anywhere. */
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

const scratch = new WeakMap<SegmentGroup, GroupMatch>();

const emptyMatch = ({ members }: SegmentGroup): GroupMatch => ({
  scores: members.map(({ segment }) => new Float32Array(segment.documents)),
  bits: members.map(({ segment }) => new Uint32Array(segment.documents)),
  touched: members.map(({ segment }) => new Touched(segment.documents)),
});

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
  let kept = scratch.get(group);
  if (!kept) scratch.set(group, (kept = emptyMatch(group)));
  else clearTouched(kept.touched, [kept.scores, kept.bits]);
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
    // Whoever holds all stems was touched by each of them; a whole name may stand where its stem does not.
    if (isSingle && word.stems[0] !== word.whole) eachHolder(group, word.whole, touchWith(kept, bit));
    if (!isSingle) eachHolderOfAll(group, word.stems, touchWith(kept, bit));
  }
  for (const word of words) {
    if (!word.isStopWord) continue;
    for (const { term, weight } of termsOfWord(word))
      group.addTerm(scores, term, weight, group.scheme.weights, { touched, onlyTouched: true });
  }
  return kept;
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

/** Visits the documents that hold every one of `stems`. */
function eachHolderOfAll(
  group: SegmentGroup,
  stems: readonly string[],
  visit: (member: number, document: number) => void,
): void {
  const wanted = [...new Set(stems)];
  group.members.forEach(({ segment }, member) => {
    const numbers = wanted.map((stem) => segment.find(stem));
    if (numbers.length === 0 || numbers.some((number) => number < 0)) return;
    for (const document of holdersOfAll(segment, numbers)) visit(member, document);
  });
}

/** Documents of all the posting lists, the shortest list first. */
function holdersOfAll(segment: Segment, numbers: readonly number[]): number[] {
  const [rarest = 0, ...others] = numbers.toSorted((a, b) => segment.documentCount(a) - segment.documentCount(b));
  let left: number[] = [];
  segment.eachDocument(rarest, (document) => {
    left.push(document);
  });
  for (const number of others) {
    const both: number[] = [];
    let at = 0;
    segment.eachDocument(number, (document) => {
      while (at < left.length && (left[at] ?? 0) < document) at++;
      if (left[at] === document) both.push(document);
    });
    left = both;
  }
  return left;
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
