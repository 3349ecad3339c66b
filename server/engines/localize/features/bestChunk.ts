import { memoize } from "../../../memoize.ts";
import type { FileContext, FileFeature, FileValues } from "../FileFeature.ts";

/** Scores of all chunks (one array per chunked repository) and the scores of their files derived from them. */
export interface ChunkScoring {
  readonly chunkScores: FileValues;
  readonly bestChunk: FileValues;
  readonly bestThree: FileValues;
  /** The best chunk of each file, or -1. */
  readonly bestChunkOf: readonly Int32Array[];
}

const CHUNKS_OF_MEAN = 3;

/** Functions and sections against the words of the issue: one good place is stronger evidence than words scattered over a file. */
export const chunkScoring = memoize(({ index, question }: FileContext): ChunkScoring => {
  const chunkScores = index.chunkGroup.score(question.terms);
  const bestChunk: Float32Array[] = [];
  const bestThree: Float32Array[] = [];
  const bestChunkOf: Int32Array[] = [];
  for (const code of index.code) {
    const best = new Float32Array(code.files.length);
    const three = new Float32Array(code.files.length);
    const bestOf = new Int32Array(code.files.length).fill(-1);
    const member = index.codeWithSymbols.indexOf(code);
    const scores = chunkScores[member];
    if (code.symbols && scores) {
      for (let file = 0; file < code.files.length; file++) {
        const { from, to } = code.symbols.chunks.ofFile(file);
        let first = 0;
        let second = 0;
        let third = 0;
        for (let chunk = from; chunk < to; chunk++) {
          const score = scores[chunk] ?? 0;
          if (score > first) {
            third = second;
            second = first;
            first = score;
            bestOf[file] = chunk;
          } else if (score > second) {
            third = second;
            second = score;
          } else if (score > third) third = score;
        }
        best[file] = first;
        three[file] = (first + second + third) / CHUNKS_OF_MEAN;
      }
    }
    bestChunk.push(best);
    bestThree.push(three);
    bestChunkOf.push(bestOf);
  }
  return { chunkScores, bestChunk, bestThree, bestChunkOf };
});

export const bestChunk = {
  id: "bestChunk",
  weight: 1.0,
  about: "BM25F of the best function or section of the file",
  source: "engines-measured.md, 2026-11-21 first version",
  reason: "chunk",
  isEvidence: false,
  compute: (context) => chunkScoring(context).bestChunk,
  explain: (_, { evidence, ...ranked }) => ({ terms: evidence.words(ranked) }),
} as const satisfies FileFeature;

export const bestThree = {
  id: "bestThree",
  weight: 0.9,
  about: "mean of the best three functions or sections",
  source: "engines-measured.md, 2026-11-21 first version",
  reason: "chunk",
  isEvidence: false,
  compute: (context) => chunkScoring(context).bestThree,
} as const satisfies FileFeature;
