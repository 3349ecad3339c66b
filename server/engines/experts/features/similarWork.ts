import { type ExpertFeature, PEOPLE_SOURCE } from "../ExpertFeature.ts";

export const similar = {
  id: "similar",
  weight: 1.2,
  roleWeights: { reviewer: 0.3 },
  about: "past commits with messages similar to the question",
  source: PEOPLE_SOURCE,
  reason: "similar",
  authored: ({ similarity, decay }) => similarity * Math.sqrt(decay),
} as const satisfies ExpertFeature;
