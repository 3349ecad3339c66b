import { type ExpertFeature, PEOPLE_SOURCE } from "../ExpertFeature.ts";

export const issues = {
  id: "issues",
  weight: 0.6,
  about: "issues like this one that the person fixed, was assigned to or commented on",
  source: PEOPLE_SOURCE,
  reason: "issues",
  amounts: (query) => query.issues,
} as const satisfies ExpertFeature;
