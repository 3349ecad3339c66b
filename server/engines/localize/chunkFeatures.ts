import type { OpenedIndex } from "../../index/indexCache.ts";
import type { Question } from "../report/question.ts";
import type { FileValues } from "./weights.ts";

/** Scores of all chunks (one array per chunked repository) and what they say about their files. */
export interface ChunkFeatures {
  readonly chunkScores: FileValues;
  readonly bestChunk: FileValues;
  readonly bestThree: FileValues;
  /** The best chunk of each file, or -1. */
  readonly bestChunkOf: readonly Int32Array[];
}

const MEAN_OF = 3;

/** Functions and sections against the words of the issue: one good place says more than words scattered over a file. */
export function chunkFeatures(index: OpenedIndex, question: Question): ChunkFeatures {
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
        three[file] = (first + second + third) / MEAN_OF;
      }
    }
    bestChunk.push(best);
    bestThree.push(three);
    bestChunkOf.push(bestOf);
  }
  return { chunkScores, bestChunk, bestThree, bestChunkOf };
}
