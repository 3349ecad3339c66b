import { DAY_SECONDS } from "../../../../contract/durations.ts";
import { halved } from "../../ranking/halved.ts";
import { type ExpertFeature, PEOPLE_SOURCE } from "../ExpertFeature.ts";

export const activity180d = {
  id: "activity180d",
  weight: 0.1,
  roleWeights: { fixer: 0, reviewer: 0.05 },
  about: "commits to the whole project, halved every 180 days",
  source: PEOPLE_SOURCE,
  reason: "activity",
  limitedBy: "files",
  authored: ({ hasChanges, decay }) => (hasChanges ? decay : 0),
} as const satisfies ExpertFeature;

export const activity30d = {
  id: "activity30d",
  weight: 0.35,
  roleWeights: { fixer: 0.3 },
  about: "commits to the whole project, halved every 30 days",
  source: PEOPLE_SOURCE,
  reason: "recency",
  limitedBy: "files",
  authored: ({ hasChanges, ageSeconds }) => (hasChanges ? halved(ageSeconds, 30 * DAY_SECONDS) : 0),
} as const satisfies ExpertFeature;

export const activity7d = {
  id: "activity7d",
  weight: 0.7,
  roleWeights: { fixer: 0.9, reviewer: 0.2 },
  about: "commits to the whole project, halved every 7 days: people work in bursts",
  source: PEOPLE_SOURCE,
  reason: "recency",
  limitedBy: "files",
  authored: ({ hasChanges, ageSeconds }) => (hasChanges ? halved(ageSeconds, 7 * DAY_SECONDS) : 0),
} as const satisfies ExpertFeature;
