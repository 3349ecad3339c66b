import { type ExpertFeature, PEOPLE_SOURCE } from "../ExpertFeature.ts";
import { EXPERT_CONSTANTS } from "../expertConstants.ts";

export const reviews = {
  id: "reviews",
  weight: 0.25,
  roleWeights: { fixer: 0.1, reviewer: 0.5 },
  about: "reviewed, merged or helped with commits to these files and folders",
  source: PEOPLE_SOURCE,
  reason: "reviews",
  helped: ({ decay, inFiles, inFolders }) => decay * (inFiles + EXPERT_CONSTANTS.folderChange.value * inFolders),
  amounts: (query) => query.reviews,
} as const satisfies ExpertFeature;

export const similarReviews = {
  id: "similarReviews",
  weight: 0.4,
  roleWeights: { fixer: 0.1 },
  about: "reviewed, merged or helped with commits with messages similar to the question",
  source: PEOPLE_SOURCE,
  reason: "reviews",
  helped: ({ similarity, decay }) => similarity * Math.sqrt(decay),
} as const satisfies ExpertFeature;
