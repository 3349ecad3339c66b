import { memoize } from "../../../memoize.ts";
import { chunkScoring } from "../features/bestChunk.ts";
import type { FileValues } from "../FileFeature.ts";
import type { FunctionCandidate, FunctionContext, FunctionFeature } from "../FunctionFeature.ts";

/** Names that are looked up in functions; the list is sorted by certainty. */
const MAX_IDENTIFIERS = 30;
/** Prevents a division by zero without any effect on a real score. */
const NO_FLOOR = 1e-9;

const titleScores = memoize(({ index, question }: FunctionContext) => index.chunkGroup.score(question.titleTerms));
const identifierScores = memoize(({ index, question }: FunctionContext) =>
  index.chunkGroup.score(
    question.identifiers
      .slice(0, MAX_IDENTIFIERS)
      .map(({ fullTerm, certainty }) => ({ term: fullTerm, weight: certainty })),
  ),
);
const messageScores = memoize(({ index, question }: FunctionContext): FileValues =>
  question.messageTerms.length === 0 ? [] : index.chunkGroup.score(question.messageTerms),
);

/** The largest score of the function's chunks. */
function bestOfChunks(scores: FileValues, { inFile, chunks }: FunctionCandidate): number {
  const column = scores[inFile.chunkMember];
  let best = 0;
  for (const chunk of chunks) best = Math.max(best, column?.[chunk] ?? 0);
  return best;
}

export const functionWords = {
  id: "words",
  weight: 1.3,
  about: "BM25F of title and body over the function",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "chunk",
  floor: NO_FLOOR,
  compute: (candidate) => bestOfChunks(chunkScoring(candidate.inFile.context.ranking.context).chunkScores, candidate),
} as const satisfies FunctionFeature;

export const functionTitle = {
  id: "title",
  weight: 0.65,
  about: "BM25F of the title alone over the function",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "title",
  floor: NO_FLOOR,
  compute: (candidate) => bestOfChunks(titleScores(candidate.inFile.context), candidate),
} as const satisfies FunctionFeature;

export const usedIdentifiers = {
  id: "uses",
  weight: 0.4,
  about: "identifiers of the issue that the function uses, by rarity",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "identifier",
  floor: NO_FLOOR,
  compute: (candidate) => bestOfChunks(identifierScores(candidate.inFile.context), candidate),
} as const satisfies FunctionFeature;

export const messageText = {
  id: "message",
  weight: 0.25,
  about: "words of the error messages in the issue that the function contains",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "chunk",
  floor: NO_FLOOR,
  compute: (candidate) => bestOfChunks(messageScores(candidate.inFile.context), candidate),
} as const satisfies FunctionFeature;
