import type { OpenedIndex } from "../../index/indexStore.ts";
import type { QueryTerm, SegmentGroup } from "../../index/segmentGroup.ts";
import { CHUNK_SYMBOL } from "../../index/buildSymbols.ts";
import { shortFormsOf } from "./abbreviations.ts";
import { type GroupMatch, termsOfWord } from "./match.ts";
import type { SearchWord } from "./words.ts";

/** How much the best function or section of a file counts beside the file as a whole. */
const CHUNK_SHARE = 1.6;
/** What a function gains when its whole name is made of words of the query. */
const NAME_SHARE = 0.5;
/** Lines between definitions are a weaker answer than a definition. */
const BETWEEN = 0.8;
/** What the short form of a word counts. */
const SHORT_FORM = 0.2;
/** Body, the symbol's name, path, the name around it, the comment above it. */
const WEIGHTS = [1, 5, 1, 2, 0.25];

/** What the functions and sections of files have of the query, per repository. */
export interface ChunkMatch {
  /** Points to be added to each file's score. */
  readonly points: readonly Float32Array[];
  /** The best chunk of each file, or -1: where the hit is to be shown. */
  readonly bestOf: readonly Int32Array[];
  /** Each chunk's own value, 0 to about 1.5, by member of `chunked`; reused by the next search. */
  readonly values: readonly Float32Array[];
}

/**
 * Scores functions and sections: words that stand together in one function say more than the same words scattered over a file, and a
 * name that is made of words of the query says the most. The points are brought to the scale of the files' scores.
 */
export function matchChunks(index: OpenedIndex, words: readonly SearchWord[], match: GroupMatch): ChunkMatch {
  const { scores, named } = scratchOf(index.chunkGroup);
  for (const { term, weight } of termsOf(words))
    index.chunkGroup.addTerm(scores, term, weight, WEIGHTS, { inFirst: named });
  const points = index.code.map(({ files }) => new Float32Array(files.length));
  const bestOf = index.code.map(({ files }) => new Int32Array(files.length).fill(-1));
  const most = Math.max(1e-9, largest(scores));
  let highest = 0;
  index.chunked.forEach(({ symbols, part }, member) => {
    const code = index.code.findIndex((one) => one.part.source === part.source);
    const values = scores[member];
    const hits = named[member];
    const best = points[code];
    const bestOfHere = bestOf[code];
    if (!symbols || !values || !hits || !best || !bestOfHere) return;
    const { files, symbols: symbolOf } = symbols.chunks;
    const lengths = symbols.segment.lengths(CHUNK_SYMBOL);
    for (let chunk = 0; chunk < values.length; chunk++) {
      const score = values[chunk] ?? 0;
      if (score === 0) continue;
      let value = score / most;
      if ((symbolOf[chunk] ?? -1) < 0) value *= BETWEEN;
      else value += NAME_SHARE * Math.min(1, (hits[chunk] ?? 0) / Math.max(1, lengths[chunk] ?? 1));
      values[chunk] = value;
      const file = files[chunk] ?? 0;
      if (value > (best[file] ?? 0)) {
        best[file] = value;
        bestOfHere[file] = chunk;
        if (value > highest) highest = value;
      }
    }
  });
  const scale = CHUNK_SHARE * largest(match.scores);
  for (const column of points)
    for (let file = 0; file < column.length; file++) column[file] = (column[file] ?? 0) * scale;
  return { points, bestOf, values: scores };
}

function termsOf(words: readonly SearchWord[]): QueryTerm[] {
  const weights = new Map<string, number>();
  for (const word of words) {
    for (const { term, weight } of termsOfWord(word)) {
      weights.set(term, Math.max(weight, weights.get(term) ?? 0));
      if (!word.isStopWord)
        for (const short of shortFormsOf(term)) if (!weights.has(short)) weights.set(short, SHORT_FORM);
    }
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

interface Scratch {
  readonly scores: readonly Float32Array[];
  readonly named: readonly Uint8Array[];
}
const scratch = new WeakMap<SegmentGroup, Scratch>();

/** Zeroes for every chunk. There are many chunks, and their values are done with when a search ends, so one set serves all. */
function scratchOf(group: SegmentGroup): Scratch {
  let kept = scratch.get(group);
  if (kept) {
    for (const column of [...kept.scores, ...kept.named]) column.fill(0);
    return kept;
  }
  const sizes = group.members.map(({ segment }) => segment.documents);
  kept = {
    scores: sizes.map((size) => new Float32Array(size)),
    named: sizes.map((size) => new Uint8Array(size)),
  };
  scratch.set(group, kept);
  return kept;
}

export function largest(columns: readonly Float32Array[]): number {
  let most = 0;
  // By number: the iterator of a typed array costs several times as much, and there are many chunks.
  for (const column of columns) {
    for (let at = 0; at < column.length; at++) {
      const value = column[at] ?? 0;
      if (value > most) most = value;
    }
  }
  return most;
}
