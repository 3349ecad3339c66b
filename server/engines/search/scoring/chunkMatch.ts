import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { type QueryTerm, DocIdList } from "../../../index/segment/MultiSegmentReader.ts";
import { CHUNK_SYMBOL } from "../../../index/build/buildSymbols.ts";
import { proseFiles } from "../collections/proseFiles.ts";
import { shortFormsOf } from "./abbreviations.ts";
import { type GroupMatches, clearTouched, weightedTerms } from "./match.ts";
import type { SearchTerm } from "../query/queryTerms.ts";
import { type Scratch, ScratchPool } from "./ScratchPool.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";

/** The weight of the best function or section of a file, relative to the file as a whole. */
const CHUNK_SHARE = SEARCH_WEIGHTS.bestChunk.weight;
/** What a function gains when its whole name is made of words of the query. */
const NAME_SHARE = SEARCH_WEIGHTS.nameShare.weight;
/** Lines between definitions are a weaker answer than a definition. */
const BETWEEN_DEFINITIONS = SEARCH_WEIGHTS.betweenDefinitions.weight;
/** What the short form of a word counts. */
const SHORT_FORM = SEARCH_WEIGHTS.shortForm.weight;
/** Body, the symbol's name, path, the name around it, the comment above it. */
const WEIGHTS: readonly number[] = [
  SEARCH_WEIGHTS.chunkBody.weight,
  SEARCH_WEIGHTS.chunkName.weight,
  SEARCH_WEIGHTS.chunkPath.weight,
  SEARCH_WEIGHTS.chunkScope.weight,
  SEARCH_WEIGHTS.chunkComment.weight,
];

/** What the functions and sections of files have of the query, per repository. */
export interface ChunkMatches {
  /** Points to be added to each file's score. */
  readonly points: readonly Float32Array[];
  /** One more than the best chunk of each file, or 0: where the hit is to be shown. */
  readonly bestOf: readonly Uint32Array[];
  /** Each chunk's own value, 0 to about 1.5, by member of `codeWithSymbols`. */
  readonly values: readonly Float32Array[];
  /** The chunks that have a value, by member of `codeWithSymbols`. */
  readonly touched: readonly DocIdList[];
  /** The points of a file whose best chunk has the value 1. */
  readonly scale: number;
}

/**
 * Scores functions and sections: words that occur together in one function weigh more than the same words scattered over a file, and a
 * name that is made of words of the query says the most. The points are brought to the scale of the files' scores. `among` says of the
 * words that a file has whether its functions matter; null where all do.
 */
export function matchChunks(
  scratch: Scratch,
  index: OpenedIndex,
  words: readonly SearchTerm[],
  match: GroupMatches,
  among: ((wordBits: number) => boolean) | null = null,
): ChunkMatches {
  const buffers = pool.take(scratch, index);
  const { scores, named, touched, points, bestOf, files: matchedFiles } = buffers;
  const chosen = among === null ? index.codeWithSymbols.map(() => null) : wantedChunks(index, buffers, match, among);
  const trace = { inField1: named, docIds: touched, filters: chosen };
  for (const { term, weight } of termsOf(words.filter(({ isStopWord }) => !isStopWord)))
    index.chunkGroup.addTerm(scores, term, weight, WEIGHTS, trace);
  for (const { term, weight } of termsOf(words.filter(({ isStopWord }) => isStopWord)))
    index.chunkGroup.addTerm(scores, term, weight, WEIGHTS, { ...trace, onlyScored: true });
  const maximum = Math.max(1e-9, largest(scores, touched));
  index.codeWithSymbols.forEach(({ symbols }, member) => {
    const code = buffers.codeOf[member] ?? -1;
    const values = scores[member];
    const hits = named[member];
    const best = points[code];
    const bestChunks = bestOf[code];
    const touchedFiles = matchedFiles[code];
    const touchedChunks = touched[member];
    if (!symbols || !values || !hits || !best || !bestChunks || !touchedFiles || !touchedChunks) return;
    const { files, symbols: symbolOf } = symbols.chunks;
    const opened = index.code[code];
    const prose = opened ? proseFiles(opened).prose : null;
    const lengths = symbols.segment.lengths(CHUNK_SYMBOL);
    const { list, count } = touchedChunks;
    for (let at = 0; at < count; at++) {
      const chunk = list[at] ?? 0;
      let value = (values[chunk] ?? 0) / maximum;
      // A section of prose is named by its heading, as a function is by its name.
      if ((symbolOf[chunk] ?? -1) < 0 && prose?.[files[chunk] ?? 0] !== 1) value *= BETWEEN_DEFINITIONS;
      else value += NAME_SHARE * Math.min(1, (hits[chunk] ?? 0) / Math.max(1, lengths[chunk] ?? 1));
      values[chunk] = value;
      // The column keeps it in single precision; the comparison is to be of what is kept.
      const rounded = values[chunk] ?? 0;
      const file = files[chunk] ?? 0;
      const before = best[file] ?? 0;
      if (before === 0) touchedFiles.list[touchedFiles.count++] = file;
      if (rounded > before || (rounded === before && chunk + 1 < (bestChunks[file] ?? 0))) {
        best[file] = rounded;
        bestChunks[file] = chunk + 1;
      }
    }
  });
  const scale = CHUNK_SHARE * largest(match.scores, match.touched);
  points.forEach((column, code) => {
    const touchedFiles = matchedFiles[code];
    for (let at = 0; touchedFiles && at < touchedFiles.count; at++) {
      const file = touchedFiles.list[at] ?? 0;
      column[file] = (column[file] ?? 0) * scale;
    }
  });
  return { points, bestOf, values: scores, touched, scale };
}

function termsOf(words: readonly SearchTerm[]): QueryTerm[] {
  const weights = new Map<string, number>();
  for (const word of words) {
    for (const { term, weight } of weightedTerms(word)) {
      weights.set(term, Math.max(weight, weights.get(term) ?? 0));
      if (!word.isStopWord)
        for (const short of shortFormsOf(term)) if (!weights.has(short)) weights.set(short, SHORT_FORM);
    }
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/**
 * The most that a function adds to its file, relative to the best score of a file.
 * @param nameShare how much of a function's name the words are, at most
 */
export const largestChunkPoints = (nameShare: number): number => CHUNK_SHARE * (1 + NAME_SHARE * nameShare);

/**
 * For each file, by member of `code`, a number that is not below how much of the name of one of its functions the words are. It is read from
 * the lists of names alone. The columns are valid until functions are matched.
 */
export function nameShares(
  scratch: Scratch,
  index: OpenedIndex,
  words: readonly SearchTerm[],
): readonly Float32Array[] {
  const { named, touched, points, files: matchedFiles, codeOf } = pool.take(scratch, index);
  for (const isStopWord of [false, true])
    for (const { term } of termsOf(words.filter((word) => word.isStopWord === isStopWord)))
      index.chunkGroup.eachNamed(term, (member, chunk) => {
        const hits = named[member];
        const list = touched[member];
        if (!hits || !list) return;
        const before = hits[chunk] ?? 0;
        if (before === 0) list.list[list.count++] = chunk;
        if (before < MAX_HITS) hits[chunk] = before + 1;
      });
  index.codeWithSymbols.forEach(({ symbols }, member) => {
    const code = codeOf[member] ?? -1;
    const shares = points[code];
    const touchedFiles = matchedFiles[code];
    const { list, count } = touched[member] ?? NO_CHUNKS;
    if (!symbols || !shares || !touchedFiles || count === 0) return;
    const lengths = symbols.segment.lengths(CHUNK_SYMBOL);
    for (let at = 0; at < count; at++) {
      const chunk = list[at] ?? 0;
      const file = symbols.chunks.files[chunk] ?? 0;
      const share = Math.min(1, (named[member]?.[chunk] ?? 0) / Math.max(1, lengths[chunk] ?? 1));
      const before = shares[file] ?? 0;
      if (before === 0) touchedFiles.list[touchedFiles.count++] = file;
      if (share > before) shares[file] = share;
    }
  });
  return points;
}

/** What a count of hits in a name holds. */
const MAX_HITS = 255;
const NO_CHUNKS = new DocIdList(new Uint32Array(0));

/** Marks the chunks of the files that can be hits. */
function wantedChunks(
  index: OpenedIndex,
  { codeOf, chosen }: ChunkBuffers,
  { bits, touched }: GroupMatches,
  among: (wordBits: number) => boolean,
): (Buffer | null)[] {
  return index.codeWithSymbols.map(({ symbols }, member) => {
    const code = codeOf[member] ?? -1;
    const matchedBits = bits[code];
    const touchedFiles = touched[code];
    const accepted = chosen[member];
    if (!symbols || !matchedBits || !touchedFiles || !accepted) return null;
    for (let at = 0; at < touchedFiles.count; at++) {
      const file = touchedFiles.list[at] ?? 0;
      if (!among(matchedBits[file] ?? 0)) continue;
      const { from, to } = symbols.chunks.ofFile(file);
      accepted.fill(1, from, to);
    }
    return accepted;
  });
}

/** What a search writes into. */
interface ChunkBuffers {
  /** By member of `codeWithSymbols`. */
  readonly scores: readonly Float32Array[];
  readonly named: readonly Uint8Array[];
  readonly touched: readonly DocIdList[];
  readonly chosen: readonly Buffer[];
  readonly codeOf: readonly number[];
  /** By member of `code`. */
  readonly points: readonly Float32Array[];
  readonly bestOf: readonly Uint32Array[];
  readonly files: readonly DocIdList[];
}

function makeBuffers(index: OpenedIndex, memory: Scratch): ChunkBuffers {
  const sizes = index.chunkGroup.members.map(({ segment }) => segment.documents);
  return {
    scores: sizes.map((size) => memory.scores(size)),
    named: sizes.map((size) => memory.accepted(size)),
    touched: sizes.map((size) => new DocIdList(memory.numbers(size))),
    chosen: sizes.map((size) => memory.accepted(size)),
    codeOf: index.codeWithSymbols.map(({ part }) => index.code.findIndex((code) => code.part.source === part.source)),
    points: index.code.map(({ files }) => memory.scores(files.length)),
    bestOf: index.code.map(({ files }) => memory.bits(files.length)),
    files: index.code.map(({ files }) => new DocIdList(memory.numbers(files.length))),
  };
}

function clearBuffers({ touched, scores, named, chosen, files, bestOf, points }: ChunkBuffers): void {
  clearTouched(touched, [scores, named]);
  clearTouched(files, [points, bestOf]);
  for (const accepted of chosen) accepted.fill(0);
}

const pool = new ScratchPool(makeBuffers, clearBuffers);

/** The largest score of the documents that were touched. */
export function largest(columns: readonly Float32Array[], touched: readonly DocIdList[]): number {
  let maximum = 0;
  columns.forEach((column, member) => {
    const documents = touched[member];
    for (let at = 0; documents && at < documents.count; at++) {
      const value = column[documents.list[at] ?? 0] ?? 0;
      if (value > maximum) maximum = value;
    }
  });
  return maximum;
}
