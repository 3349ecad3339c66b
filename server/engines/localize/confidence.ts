import type { Localization } from "../../../contract/localization.ts";
import type { Ranking } from "./rank.ts";

/**
 * Set on the development repositories of `bench/` (docs/engines-measured.md): the first file was right in nine cases of ten above
 * `HIGH`, in half of them between the two, in a quarter below `MEDIUM`.
 */
const HIGH = 0.58;
const MEDIUM = 0.42;

/**
 * How far the evidence reaches. It grows with how much of the possible points the first file has, with the distance to those that
 * follow, and with evidence that names things instead of describing them.
 */
export function certaintyOf(ranking: Ranking): number {
  const [first, second] = ranking.files;
  if (!first) return 0;
  const named = (["pathMention", "trace", "definesIdentifier"] as const).reduce(
    (sum, feature) => sum + Math.max(0, ranking.points(feature, first.member, first.file)),
    0,
  );
  const share = Math.min(1, first.score / 9);
  const lead = first.score <= 0 ? 0 : (first.score - (second?.score ?? 0)) / first.score;
  return Math.min(1, 0.45 * share + 0.9 * lead + 0.12 * Math.min(2, named));
}

export function confidenceOf(ranking: Ranking): Localization["confidence"] {
  const certainty = certaintyOf(ranking);
  return certainty >= HIGH ? "high" : certainty >= MEDIUM ? "medium" : "low";
}
