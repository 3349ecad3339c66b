import { DAY_SECONDS } from "../../../../contract/durations.ts";
import { halved } from "../../ranking/halved.ts";
import { type ExpertFeature, PEOPLE_SOURCE } from "../ExpertFeature.ts";

export const reviewing90d = {
  id: "reviewing90d",
  weight: 0.6,
  roleWeights: { fixer: 0.1, reviewer: 1.2 },
  about: "merges and reviews in the whole project, halved every 90 days",
  source: PEOPLE_SOURCE,
  reason: "reviewing",
  limitedBy: "reviews",
  helped: ({ ageSeconds }) => halved(ageSeconds, 90 * DAY_SECONDS),
} as const satisfies ExpertFeature;

export const reviewing21d = {
  id: "reviewing21d",
  weight: 0,
  roleWeights: { reviewer: 0.3 },
  about: "merges and reviews in the whole project, halved every 21 days",
  source: PEOPLE_SOURCE,
  reason: "reviewing",
  limitedBy: "reviews",
  helped: ({ ageSeconds }) => halved(ageSeconds, 21 * DAY_SECONDS),
} as const satisfies ExpertFeature;
