import type { ExpertFeature, ExpertRole } from "./ExpertFeature.ts";
import { files, files30d, folders } from "./features/changedFiles.ts";
import { activity180d, activity30d, activity7d } from "./features/commitActivity.ts";
import { reviewing21d, reviewing90d } from "./features/reviewActivity.ts";
import { reviews, similarReviews } from "./features/reviewedChanges.ts";
import { issues } from "./features/similarIssues.ts";
import { similar } from "./features/similarWork.ts";
import { pages } from "./features/writtenPages.ts";

/**
 * The features whose weighted sum ranks people. To add one, write its file and name it here. The sum rounds, and of two features with
 * one reason the first gives the evidence of a commit, so the order of the list is part of the result.
 */
export const EXPERT_FEATURES = [
  files,
  folders,
  similar,
  reviews,
  similarReviews,
  issues,
  pages,
  activity180d,
  activity30d,
  activity7d,
  files30d,
  reviewing90d,
  reviewing21d,
] as const;

export type ExpertFeatureId = (typeof EXPERT_FEATURES)[number]["id"];
export type ExpertWeights = Readonly<Record<ExpertFeatureId, number>>;

/** What points are shown under. `away` takes points off. */
export type ExpertReasonCode = (typeof EXPERT_FEATURES)[number]["reason"] | "away";

const weightsBy = (weightOf: (feature: ExpertFeature) => number): ExpertWeights =>
  Object.fromEntries(EXPERT_FEATURES.map((feature) => [feature.id, weightOf(feature)])) as ExpertWeights;

/** Weights of the list of all people. */
export const EXPERT_WEIGHTS = weightsBy(({ weight }) => weight);

const forRole = (role: ExpertRole): ExpertWeights =>
  weightsBy(({ weight, roleWeights }) => roleWeights?.[role] ?? weight);

/**
 * Weights of each role. In projects with few reviewers the likeliest fixers are not the likeliest reviewers, so each role is fitted for
 * itself on the development repositories and rounded towards the other.
 */
export const ROLE_WEIGHTS: Readonly<Record<ExpertRole, ExpertWeights>> = {
  fixer: forRole("fixer"),
  reviewer: forRole("reviewer"),
};
