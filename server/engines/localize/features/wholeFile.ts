import { memoize } from "../../../memoize.ts";
import type { FileContext, FileFeature } from "../FileFeature.ts";

/** Also what neighbours are scored by (`directory.ts`). */
export const wordScores = memoize(({ index, question }: FileContext) => index.codeGroup.score(question.terms));

export const words = {
  id: "words",
  weight: 0.8,
  about: "BM25F of title and body over body, definitions, path and file name",
  source: "BM25F: Robertson, Zaragoza and Taylor 2004; engines-measured.md, 2026-11-21 real reports",
  reason: "words",
  isEvidence: true,
  compute: wordScores,
  explain: (_, { evidence, ...ranked }) => ({ terms: evidence.words(ranked) }),
} as const satisfies FileFeature;

export const title = {
  id: "title",
  weight: 1.1,
  about: "BM25F of the title alone",
  source: "engines-measured.md, 2026-11-21 first version",
  reason: "title",
  isEvidence: false,
  compute: ({ index, question }) => index.codeGroup.score(question.titleTerms),
  explain: (_, { evidence, ...ranked }) => ({ terms: evidence.words(ranked, true) }),
} as const satisfies FileFeature;
