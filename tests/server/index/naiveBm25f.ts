import type { FieldScheme, QueryTerm } from "../../../server/index/segment/MultiSegmentReader.ts";

/** A document as lists of terms, one per field. */
export type NaiveDocument = readonly (readonly string[])[];

/** BM25F as the paper writes it, without any index: the yardstick for the segment. */
export function naiveScores(
  documents: readonly NaiveDocument[],
  terms: readonly QueryTerm[],
  scheme: FieldScheme,
): number[] {
  const fields = scheme.weights.map((_, field) => field);
  const means = fields.map((field) =>
    Math.max(1e-9, documents.reduce((sum, document) => sum + (document[field]?.length ?? 0), 0) / documents.length),
  );
  return documents.map((document) => {
    let score = 0;
    for (const { term, weight } of terms) {
      const holders = documents.filter((other) => other.some((words) => words.includes(term))).length;
      if (holders === 0) continue;
      const idf = Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5));
      let count = 0;
      for (const field of fields) {
        const words = document[field] ?? [];
        const penalty = scheme.lengthPenalty[field] ?? 0;
        const norm = 1 - penalty + (penalty * words.length) / (means[field] ?? 1);
        const occurrences = Math.min(255, words.filter((word) => word === term).length);
        if (occurrences > 0) count += ((scheme.weights[field] ?? 0) * occurrences) / norm;
      }
      if (count > 0) score += (weight * idf * count) / (scheme.saturation + count);
    }
    return score;
  });
}

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
