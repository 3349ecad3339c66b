import type { FunctionCandidate, FunctionFeature } from "../FunctionFeature.ts";

export const ownFile = {
  id: "file",
  weight: 1.5,
  about: "the score of its file",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "directory",
  // Squared: a function of the fifth file has to be much better to rank before those of the first.
  compute: ({ relativeFileScore }: Pick<FunctionCandidate, "relativeFileScore">) => relativeFileScore ** 2,
} as const satisfies FunctionFeature;
