import { type ExpertFeature, PEOPLE_SOURCE } from "../ExpertFeature.ts";

export const pages = {
  id: "pages",
  weight: 0.4,
  about: "pages that the person wrote or commented on and that name these files",
  source: PEOPLE_SOURCE,
  reason: "pages",
  amounts: (query) => query.pages,
} as const satisfies ExpertFeature;
