import type { Localization } from "../../../contract/localization.ts";
import type { Ranking } from "./rank.ts";

/**
 * Set on the development repositories of `bench/`, on reports as well as on messages of fixes (docs/engines-measured.md): the first
 * file was right in nearly nine cases of ten above `HIGH`, in six of ten between the two, in a third below `MEDIUM`.
 */
const HIGH = 0.8;
const MEDIUM = 0.5;

/** Fitted there by logistic regression on the first file's score and on its lead. */
const BASE = -1.75;
const BY_SCORE = 0.22;
const BY_LEAD = 3.2;

/**
 * How likely the first file is right (0 to 1). It grows with how much speaks for it and with the share of its score by which it leads.
 */
export function certaintyOf(ranking: Ranking): number {
  const [first, second] = ranking.files;
  if (!first || first.score <= 0) return 0;
  const lead = (first.score - Math.max(0, second?.score ?? 0)) / first.score;
  return 1 / (1 + Math.exp(-(BASE + BY_SCORE * first.score + BY_LEAD * lead)));
}

export function confidenceOf(ranking: Ranking): Localization["confidence"] {
  const certainty = certaintyOf(ranking);
  return certainty >= HIGH ? "high" : certainty >= MEDIUM ? "medium" : "low";
}
