import type { OpenedIndex } from "../../index/indexStore.ts";
import type { QueryTerm, SegmentGroup } from "../../index/segmentGroup.ts";
import type { GroupMatch } from "./match.ts";
import type { SearchWord } from "./words.ts";

/** How much the best function or section of a file counts beside the file as a whole. */
const CHUNK_SHARE = 1.6;

/**
 * Adds to each file's score that of its best chunk: words that stand together in one function say more than the same words scattered
 * over a file. Both are brought to the same scale first.
 *
 * @returns per repository the best chunk of each file, or -1: where the hit is to be shown
 */
export function addChunkScores(index: OpenedIndex, words: readonly SearchWord[], match: GroupMatch): Int32Array[] {
  const chunkScores = scratchOf(index.chunkGroup);
  for (const { term, weight } of termsOf(words)) index.chunkGroup.addTerm(chunkScores, term, weight);
  const best = index.code.map(({ files }) => new Float32Array(files.length));
  const bestOf = index.code.map(({ files }) => new Int32Array(files.length).fill(-1));
  let highest = 0;
  index.chunked.forEach(({ symbols, part }, member) => {
    const code = index.code.findIndex((one) => one.part.source === part.source);
    const scores = chunkScores[member];
    const bestHere = best[code];
    const bestOfHere = bestOf[code];
    if (!symbols || !scores || !bestHere || !bestOfHere) return;
    const { files } = symbols.chunks;
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const score = scores[chunk] ?? 0;
      if (score === 0) continue;
      const file = files[chunk] ?? 0;
      if (score > (bestHere[file] ?? 0)) {
        bestHere[file] = score;
        bestOfHere[file] = chunk;
        if (score > highest) highest = score;
      }
    }
  });
  if (highest === 0) return bestOf;
  const scale = (CHUNK_SHARE * largest(match.scores)) / highest;
  match.scores.forEach((scores, code) => {
    const bestHere = best[code];
    for (let file = 0; file < scores.length; file++)
      scores[file] = (scores[file] ?? 0) + scale * (bestHere?.[file] ?? 0);
  });
  return bestOf;
}

function termsOf(words: readonly SearchWord[]): QueryTerm[] {
  return words.flatMap(({ whole, stems, isStopWord }) => {
    if (isStopWord) return [];
    const isPlain = stems.length === 1 && stems[0] === whole;
    return [
      ...(isPlain ? [] : [{ term: whole, weight: 1.5 }]),
      ...stems.map((term) => ({ term, weight: 1 / Math.sqrt(stems.length) })),
    ];
  });
}

const scratch = new WeakMap<SegmentGroup, Float32Array[]>();

/** Zeroes for every chunk. There are many chunks, and their scores are done with when a search ends, so one set serves all. */
function scratchOf(group: SegmentGroup): Float32Array[] {
  let arrays = scratch.get(group);
  if (arrays) for (const array of arrays) array.fill(0);
  else scratch.set(group, (arrays = group.members.map(({ segment }) => new Float32Array(segment.documents))));
  return arrays;
}

function largest(columns: readonly Float32Array[]): number {
  let most = 0;
  for (const column of columns) for (const value of column) if (value > most) most = value;
  return most;
}
