import { type QueryTerm, type MultiSegmentReader, DocIdList } from "../../../index/segment/MultiSegmentReader.ts";
import { type AcceptedDocuments, intersectAccepted, noneAccepted } from "../acceptedDocuments.ts";
import type { SearchTerm } from "../query/queryTerms.ts";
import { type Scratch, ScratchPool } from "./ScratchPool.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";

/** What a group's documents have of the query: one array per member. */
export interface GroupMatches {
  readonly scores: readonly Float32Array[];
  /** A bit for each of the first 31 words that are no stop words. */
  readonly bits: readonly Uint32Array[];
  /** The documents that have a score or a bit. */
  readonly touched: readonly DocIdList[];
}

/** The matches of a group that has nothing for a query. */
export const NO_MATCHES: GroupMatches = { scores: [], bits: [], touched: [] };

/** A name of several words that occurs as a whole scores as much as its words anywhere. */
const WHOLE_NAME = SEARCH_WEIGHTS.wholeName.weight;
const STOP_WORD = SEARCH_WEIGHTS.stopWord.weight;
const VARIANT = SEARCH_WEIGHTS.variant.weight;
/** Bits of a number that a signed number can hold without its sign bit. */
export const MAX_MATCH_BITS = 31;

/** The terms of a word with their weights. A plain word has one; the name as a whole only counts where it is made of several. */
export function weightedTerms({ fullTerm, stems, variants, isStopWord }: SearchTerm): QueryTerm[] {
  const weight = isStopWord ? STOP_WORD : 1;
  return [
    ...(fullTerm !== "" && stems.length !== 1 ? [{ term: fullTerm, weight: weight * WHOLE_NAME }] : []),
    ...stems.map((term) => ({ term, weight: weight / Math.sqrt(stems.length) })),
    ...variants.map((term) => ({ term, weight: weight * VARIANT })),
  ];
}

/** What a search of a group writes into. */
interface MatchBuffers extends GroupMatches {
  /** All 0 between two searches. */
  readonly accepted: readonly Buffer[];
}
const emptyMatch = ({ members }: MultiSegmentReader, memory: Scratch): MatchBuffers => ({
  scores: members.map(({ segment }) => memory.scores(segment.documents)),
  bits: members.map(({ segment }) => memory.bits(segment.documents)),
  touched: members.map(({ segment }) => new DocIdList(memory.numbers(segment.documents))),
  accepted: members.map(({ segment }) => memory.accepted(segment.documents)),
});

const pool = new ScratchPool(emptyMatch, ({ touched, scores, bits }) => {
  clearTouched(touched, [scores, bits]);
});

/** Where more than one document in this many was touched, clearing all is quicker than clearing those. */
const CLEAR_ALL_SHARE = 6;

/** Zeroes what the last search left behind. */
export function clearTouched(
  touched: readonly DocIdList[],
  columns: readonly (readonly (Float32Array | Uint32Array | Uint8Array)[])[],
): void {
  touched.forEach((documents, member) => {
    const { list, count } = documents;
    for (const column of columns) {
      const values = column[member];
      if (!values) continue;
      if (count * CLEAR_ALL_SHARE > list.length) values.fill(0);
      else for (let at = 0; at < count; at++) values[list[at] ?? 0] = 0;
    }
    documents.count = 0;
  });
}

/**
 * Scores a group by BM25F and notes which words each document has. The columns belong to `scratch`. Stop words have the longest
 * lists and distinguish the least: they only rank documents that have something else of the query (one of nothing else has none, see parseTerms).
 */
export function matchGroup(scratch: Scratch, group: MultiSegmentReader, words: readonly SearchTerm[]): GroupMatches {
  const buffers = pool.take(scratch, group);
  const { scores, bits, touched } = buffers;
  let contentTerms = 0;
  for (const word of words) {
    if (word.isStopWord) continue;
    const bit = contentTerms >= MAX_MATCH_BITS ? 0 : 1 << contentTerms++;
    // A word of one stem occurs where the stem does. A name of several occurs as a whole or with all its stems.
    const isSingle = word.stems.length <= 1;
    for (const { term, weight } of weightedTerms(word)) {
      const isWhole = isSingle || term === word.fullTerm || word.variants.includes(term);
      group.addTerm(scores, term, weight, group.scheme.weights, { bits, bit: isWhole ? bit : 0, docIds: touched });
    }
    if (bit === 0) continue;
    // A document that holds all stems was touched by each of them; a whole name may occur where its stem does not.
    if (isSingle && word.stems[0] !== word.fullTerm)
      group.addTerm(scores, word.fullTerm, 0, group.scheme.weights, { bits, bit, docIds: touched });
    if (!isSingle) eachDocumentWithAll(group, word.stems, markMatched(buffers, bit));
  }
  for (const word of words) {
    if (!word.isStopWord) continue;
    for (const { term, weight } of weightedTerms(word))
      group.addTerm(scores, term, weight, group.scheme.weights, { docIds: touched, onlyScored: true });
  }
  return buffers;
}

/**
 * A number that no score of a group exceeds, of what is kept with its lists: the most that each term gives to a document. Only where lists are read
 * by range; without a list in the cache it is read.
 */
export function largestScore(group: MultiSegmentReader, words: readonly SearchTerm[]): number {
  let maximum = 0;
  for (const word of words)
    for (const { term, weight } of weightedTerms(word)) maximum += group.largestGain(term, weight);
  return maximum;
}

/**
 * The same, limited to documents that have at least `minimumShouldMatch` of the words in `free`, and their bits for these (at most 31, no stop words). By
 * the pigeonhole principle such a document has one of the n - minimumShouldMatch + 1 rarest of n words, so the longest posting lists are read only for
 * documents that can still qualify, and all lists again to score those that do.
 * @param isScored false where only the documents are needed
 */
export function matchAtLeast(
  scratch: Scratch,
  group: MultiSegmentReader,
  words: readonly SearchTerm[],
  free: readonly SearchTerm[],
  minimumShouldMatch: number,
  isScored = true,
): GroupMatches {
  const buffers = pool.take(scratch, group);
  const { scores, bits, touched, accepted } = buffers;
  const { weights } = group.scheme;
  const rarest = free
    .map((word, at) => ({ word, bit: 1 << at, documents: maxDocumentCount(group, word) }))
    .sort((a, b) => a.documents - b.documents);
  rarest.forEach(({ word, bit }, at) => {
    const hadBefore = at - (free.length - minimumShouldMatch);
    if (hadBefore > 0) retainMatching(hadBefore, buffers);
    const filters = hadBefore > 0 ? accepted : null;
    for (const term of sufficientTerms(word))
      group.addTerm(scores, term, 0, weights, { bits, bit, docIds: touched, ...(filters && { filters: filters }) });
    if (word.stems.length > 1) eachDocumentWithAll(group, word.stems, markMatched(buffers, bit), filters);
  });
  retainMatching(minimumShouldMatch, buffers);
  for (const isStopWord of isScored ? [false, true] : [])
    for (const word of words)
      if (word.isStopWord === isStopWord)
        for (const { term, weight } of weightedTerms(word))
          group.addTerm(scores, term, weight, weights, {
            bits,
            docIds: touched,
            filters: accepted,
            onlyScored: isStopWord,
          });
  touched.forEach(({ list, count }, member) => {
    const column = accepted[member];
    for (let at = 0; column && at < count; at++) column[list[at] ?? 0] = 0;
  });
  return buffers;
}

/** Terms of which each is the word. */
const sufficientTerms = ({ fullTerm, stems, variants }: SearchTerm): Set<string> =>
  new Set([fullTerm, ...variants, ...(stems.length === 1 ? stems : [])]);

/** How many documents can have a word, at most. */
function maxDocumentCount(group: MultiSegmentReader, word: SearchTerm): number {
  let maximum = word.stems.length > 1 ? Math.min(...word.stems.map((stem) => group.documentCount(stem))) : 0;
  for (const term of sufficientTerms(word)) maximum += group.documentCount(term);
  return maximum;
}

/** Marks the touched documents that have at least this many words, and forgets the others. */
function retainMatching(least: number, { bits, touched, accepted }: MatchBuffers): void {
  touched.forEach((documents, member) => {
    const matchedBits = bits[member];
    const column = accepted[member];
    if (!matchedBits || !column) return;
    let retained = 0;
    for (let at = 0; at < documents.count; at++) {
      const document = documents.list[at] ?? 0;
      if (countBits(matchedBits[document] ?? 0) >= least) {
        column[document] = 1;
        documents.list[retained++] = document;
      } else {
        column[document] = 0;
        matchedBits[document] = 0;
      }
    }
    documents.count = retained;
  });
}

const markMatched =
  ({ scores, bits, touched }: GroupMatches, bit: number) =>
  (member: number, document: number): void => {
    const into = bits[member];
    const documents = touched[member];
    if (!into || !documents) return;
    const matchedBits = into[document] ?? 0;
    if (matchedBits === 0 && (scores[member]?.[document] ?? 0) === 0) documents.list[documents.count++] = document;
    into[document] = matchedBits | bit;
  };

function eachDocumentWith(
  group: MultiSegmentReader,
  term: string,
  visit: (member: number, document: number) => void,
): void {
  group.members.forEach(({ segment }, member) => {
    const number = segment.find(term);
    if (number >= 0)
      segment.eachDocument(number, (document) => {
        visit(member, document);
      });
  });
}

/** Visits the documents that hold every one of `stems`, or those of them that are marked. */
function eachDocumentWithAll(
  group: MultiSegmentReader,
  stems: readonly string[],
  visit: (member: number, document: number) => void,
  filters: readonly Buffer[] | null = null,
): void {
  group.members.forEach((_, member) => {
    for (const document of group.documentsWithAll(member, stems, filters?.[member] ?? null)) visit(member, document);
  });
}

/** Documents that hold one word: its whole name, all of its stems, or a variant of it. One mark per document. */
function documentsWithTerm(group: MultiSegmentReader, { fullTerm, stems, variants }: SearchTerm): AcceptedDocuments[] {
  const accepted = noneAccepted(group);
  const accept = (member: number, document: number): void => {
    const column = accepted[member];
    if (column) column[document] = 1;
  };
  for (const term of new Set([fullTerm, ...variants])) if (term !== "") eachDocumentWith(group, term, accept);
  if (stems.length > 0) eachDocumentWithAll(group, stems, accept);
  return accepted;
}

/** Documents that hold all the words that are no stop words: one mark per document. Words beyond the 31st are not asked for. */
export function documentsWithTerms(group: MultiSegmentReader, words: readonly SearchTerm[]): AcceptedDocuments[] {
  const contentTerms = words.filter(({ isStopWord }) => !isStopWord).slice(0, MAX_MATCH_BITS);
  const [first, ...others] = contentTerms.map((word) => documentsWithTerm(group, word));
  if (!first) return noneAccepted(group).map((accepted) => accepted.fill(1));
  for (const other of others)
    first.forEach((accepted, member) => {
      intersectAccepted(accepted, other[member]);
    });
  return first;
}

/** How many bits are set. */
export function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
