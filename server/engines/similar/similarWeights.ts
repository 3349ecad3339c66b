/**
 * What the likeness of two issues is made of; each part is between 0 and 1. Chosen on the development repositories of
 * `bench/similar.ts` (docs/engines-measured.md).
 */
export const SIMILAR_WEIGHTS = {
  /** BM25F of title and body over title, body, comments and labels. */
  words: 1.0,
  /** BM25 of the title over titles. */
  title: 0.1,
  /** BM25F of the title over everything. */
  titleAnywhere: 0.1,
  /** Pairs of neighbouring words that both titles have. */
  phrases: 0.15,
  /** Word bigrams that both texts have: messages, commands, names. */
  passages: 0.25,
  /** Names of code that both texts have. */
  names: 0.1,
  /** Labels that both have. */
  labels: 0.1,
  /** Files of the other one's fix among the likely files of this one. */
  code: 0.3,
  /** Several people meet the same fault within weeks. */
  time: 0.1,
} as const;
export type Part = keyof typeof SIMILAR_WEIGHTS;
export const PARTS = Object.keys(SIMILAR_WEIGHTS) as Part[];

/** From here on two issues are shown as duplicates. */
export const DUPLICATE = 0.55;
/** Below this two texts share everyday words and nothing else. */
export const SIMILAR = 0.2;
