import type { Localization } from "../../../contract/localization.ts";
import type { Ranking } from "./rank.ts";

/**
 * Set on the development repositories of `bench/` (docs/engines-measured.md): of their reports the first file was right in nearly nine of ten
 * above `HIGH`, in more than half between the two, in fewer than four of ten below `MEDIUM`.
 */
const HIGH = 0.75;
const MEDIUM = 0.5;

/**
 * Fitted there by logistic regression on the first file's score and on its lead, for reports: messages of fixes are right more often at
 * the same score, but nobody asks about those.
 */
const BASE = -1.84;
const BY_SCORE = 0.159;
const BY_LEAD = 2.56;

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
