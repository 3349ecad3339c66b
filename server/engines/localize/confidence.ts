import type { Localization } from "../../../contract/localization.ts";
import type { Ranking } from "./rankFiles.ts";
import { bestChunk } from "./features/bestChunk.ts";
import type { FileFeatureId } from "./fileFeatures.ts";

/**
 * Set on the development repositories of `bench/` (docs/engines-measured.md): of their reports the first file was right in about eight of ten above
 * `HIGH`, in six between the two, in hardly any below `LOW`. Most answers lie between; what is below is rare and means that next to nothing in
 * the text points at code.
 */
const HIGH = 0.75;
const LOW = 0.3;

/**
 * Fitted there by logistic regression on reports only: messages of fixes are right more often at the same score, but are not what users enter
 * about. Neither the first file's score nor its lead over the second predicts more by itself.
 */
const BASE = -2.72;
const BY_LEAD = 3.41;
const BY_CHUNK = 2.38;

/**
 * For a trace without prose the last frame decides, not the words. Medium confidence: an error is often caused elsewhere than where it is
 * raised.
 */
const BY_END_OF_TRACE = 0.7;

/**
 * How likely the first file is right (0 to 1). It grows with the share of its score by which it leads before the third, for two files that fit are
 * often both of the fix, and with how near its best function or section is to the best of all.
 */
export function certaintyOf(ranking: Ranking): number {
  const [first, , third] = ranking.files;
  if (!first || first.score <= 0) return 0;
  const lead = (first.score - Math.max(0, third?.score ?? 0)) / first.score;
  const pointsOf = (feature: FileFeatureId): number => ranking.points(feature, first.member, first.file);
  const isEndOfTrace = ranking.context.question.isOnlyTrace && pointsOf("traceTop") > 0;
  const fit = isEndOfTrace ? BY_END_OF_TRACE : pointsOf("bestChunk") / bestChunk.weight;
  return 1 / (1 + Math.exp(-(BASE + BY_LEAD * lead + BY_CHUNK * fit)));
}

export function confidenceOf(ranking: Ranking): Localization["confidence"] {
  const certainty = certaintyOf(ranking);
  return certainty >= HIGH ? "high" : certainty >= LOW ? "medium" : "low";
}
