import type { EXPERT_ROLES } from "../../../contract/experts.ts";

/**
 * What people are ranked by. Each value is at most 1 (it is divided by the largest of the question), so a weight is also the most
 * points that it can bring. `reason` is what the points are shown under.
 */
export const EXPERT_FEATURES = {
  files: { weight: 1.2, reason: "files", about: "changes to the files in question, halved every 180 days" },
  folders: { weight: 0.15, reason: "folders", about: "changes to other files of their folders" },
  similar: { weight: 1.2, reason: "similar", about: "past commits that read like the question" },
  reviews: {
    weight: 0.25,
    reason: "reviews",
    about: "reviewed, merged or helped with commits to these files and folders",
  },
  similarReviews: { weight: 0.4, reason: "reviews", about: "the same for commits that read like the question" },
  issues: {
    weight: 0.6,
    reason: "issues",
    about: "issues like this one that the person fixed, was assigned to or commented on",
  },
  pages: { weight: 0.4, reason: "pages", about: "pages that the person wrote and that name these files" },
  activity180d: { weight: 0.1, reason: "activity", about: "commits to the whole project, halved every 180 days" },
  activity30d: { weight: 0.35, reason: "recency", about: "the same, halved every 30 days" },
  activity7d: { weight: 0.7, reason: "recency", about: "the same, halved every 7 days: people work in bursts" },
  files30d: {
    weight: 0.45,
    reason: "files",
    about: "changes to the files and folders in question, halved every 30 days",
  },
  reviewing90d: { weight: 0.6, reason: "care", about: "merges and reviews in the whole project, halved every 90 days" },
  reviewing21d: { weight: 0, reason: "care", about: "the same, halved every 21 days: who passes changes on just now" },
} as const satisfies Record<string, { weight: number; reason: string; about: string }>;

/** Where the weights of people come from. */
export const EXPERT_SOURCE = {
  people: "engines-measured.md, 2026-11-21 people",
  roles: "ADR 0025; engines-measured.md, 2026-11-21 evening",
} as const;

export type ExpertFeature = keyof typeof EXPERT_FEATURES;
export const EXPERT_FEATURE_NAMES = Object.keys(EXPERT_FEATURES) as ExpertFeature[];
export type ExpertWeights = Readonly<Record<ExpertFeature, number>>;
export const EXPERT_WEIGHTS = Object.fromEntries(
  EXPERT_FEATURE_NAMES.map((name) => [name, EXPERT_FEATURES[name].weight]),
) as ExpertWeights;
export type ExpertRole = (typeof EXPERT_ROLES)[number];

/**
 * The one list puts those first who will mend it, which in projects with few reviewers are others than those who will pass it on. So
 * each role has weights of its own, fitted for it alone on the development repositories and rounded towards each other.
 */
export const ROLE_WEIGHTS: Readonly<Record<ExpertRole, ExpertWeights>> = {
  fixer: {
    ...EXPERT_WEIGHTS,
    files: 0.4,
    folders: 0.1,
    reviews: 0.1,
    similarReviews: 0.1,
    activity180d: 0,
    activity30d: 0.3,
    activity7d: 0.9,
    reviewing90d: 0.1,
  },
  reviewer: {
    ...EXPERT_WEIGHTS,
    files: 0.15,
    folders: 0.3,
    similar: 0.3,
    reviews: 0.5,
    activity180d: 0.05,
    activity7d: 0.2,
    reviewing90d: 1.2,
    reviewing21d: 0.3,
  },
};

/** What points are shown under. `away` takes points off. */
export type ExpertReasonCode = (typeof EXPERT_FEATURES)[ExpertFeature]["reason"] | "away";
