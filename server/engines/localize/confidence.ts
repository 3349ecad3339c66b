import type { Localization } from "../../../contract/issues/localization.ts";
import type { Ranking } from "./rankFiles.ts";
import type { RankingConstant } from "../ranking/Feature.ts";
import { bestChunk } from "./features/bestChunk.ts";
import type { FileFeatureId } from "./fileFeatures.ts";

const FITTED = "engines-measured.md, 2026-11-22 functions";

/**
 * The thresholds of the certainty and the coefficients of its logistic regression. Fitted on reports only: messages of fixes are right more
 * often at the same score, but users do not ask about those.
 */
export const CONFIDENCE_CONSTANTS = {
  high: {
    value: 0.75,
    about: "certainty from which confidence is high: the first file was right in eight of ten reports",
    source: FITTED,
  },
  low: {
    value: 0.3,
    about: "certainty below which confidence is low: next to nothing in the text points at code",
    source: FITTED,
  },
  base: { value: -2.72, about: "constant term of the logistic regression", source: FITTED },
  lead: {
    value: 3.41,
    about: "coefficient of the first file's lead over the third, as a share of its score",
    source: FITTED,
  },
  bestChunk: {
    value: 2.38,
    about: "coefficient of the first file's best function or section, relative to the best of all",
    source: FITTED,
  },
  endOfTrace: {
    value: 0.7,
    about:
      "in place of the best function where a trace without prose ends in the file: an error is often caused elsewhere",
    source: "engines-measured.md, 2026-11-22 morning: words that mean the same",
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;

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
  const constants = CONFIDENCE_CONSTANTS;
  const fit = isEndOfTrace ? constants.endOfTrace.value : pointsOf("bestChunk") / bestChunk.weight;
  const logit = constants.base.value + constants.lead.value * lead + constants.bestChunk.value * fit;
  return 1 / (1 + Math.exp(-logit));
}

export function confidenceOf(ranking: Ranking): Localization["confidence"] {
  const certainty = certaintyOf(ranking);
  const { high, low } = CONFIDENCE_CONSTANTS;
  return certainty >= high.value ? "high" : certainty >= low.value ? "medium" : "low";
}
