import type { Localization } from "../../../contract/issues/localization.ts";
import type { Ranking } from "./rankFiles.ts";
import type { RankingConstant } from "../ranking/Feature.ts";

const FITTED = "engines-measured.md, 2026-11-30 certainty";

/** The thresholds of the certainty and the coefficients of its logistic regression (`bench/certainty.ts --fit`). */
export const CONFIDENCE_CONSTANTS = {
  high: {
    value: 0.78,
    about: "certainty from which confidence is high: the first file was right in 85 of 100 answers",
    source: FITTED,
  },
  low: {
    value: 0.42,
    about: "certainty below which confidence is low: the first file was right in 30 of 100 answers",
    source: FITTED,
  },
  base: { value: -4.38, about: "constant term of the logistic regression", source: FITTED },
  lead: {
    value: 7.02,
    about: "coefficient of the first file's lead over the third, as a share of its score",
    source: FITTED,
  },
  points: { value: 0.17, about: "coefficient of the first file's score", source: FITTED },
  titleTerms: { value: 0.23, about: "coefficient of the number of different words of the title", source: FITTED },
  maxTitleTerms: {
    value: 10,
    about: "words of the title above which further ones add nothing: hardly a title of the fit had more",
    source: FITTED,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;

/** What the certainty is computed from, in the order of the coefficients that the bench prints. */
export const CERTAINTY_EVIDENCE = ["lead", "points", "titleTerms"] as const;

/**
 * What shows how sure the first file is: the share of its score by which it leads before the third, for two files that fit are often both of the
 * fix; its score; and how many words the question has. A text without a title counts by its own words.
 */
export function certaintyEvidence({ context, files }: Ranking): Record<(typeof CERTAINTY_EVIDENCE)[number], number> {
  const [first, , third] = files;
  if (!first || first.score <= 0) return { lead: 0, points: 0, titleTerms: 0 };
  const { terms, titleTerms } = context.question;
  return {
    lead: (first.score - Math.max(0, third?.score ?? 0)) / first.score,
    points: first.score,
    titleTerms: Math.min(titleTerms.length || terms.length, CONFIDENCE_CONSTANTS.maxTitleTerms.value),
  };
}

/** How likely the first file is right (0 to 1). */
export function certaintyOf(ranking: Ranking): number {
  const [first] = ranking.files;
  if (!first || first.score <= 0) return 0;
  const evidence = certaintyEvidence(ranking);
  const logit = CERTAINTY_EVIDENCE.reduce<number>(
    (sum, name) => sum + CONFIDENCE_CONSTANTS[name].value * evidence[name],
    CONFIDENCE_CONSTANTS.base.value,
  );
  return 1 / (1 + Math.exp(-logit));
}

/** The word that a certainty is shown as. */
export function wordOf(certainty: number): Localization["confidence"] {
  const { high, low } = CONFIDENCE_CONSTANTS;
  return certainty >= high.value ? "high" : certainty >= low.value ? "medium" : "low";
}

export const confidenceOf = (ranking: Ranking): Localization["confidence"] => wordOf(certaintyOf(ranking));
