import type { EXPERT_ROLES } from "../../../contract/people/experts.ts";
import type { Feature } from "../ranking/Feature.ts";
import type { ExpertQuery } from "./personValues.ts";

export type ExpertRole = (typeof EXPERT_ROLES)[number];

/** A commit as far as the question concerns it. */
export interface RelevantCommit {
  /** Seconds since it was committed. */
  readonly ageSeconds: number;
  /** Factor of its age, by `decayOf`. */
  readonly decay: number;
  /** Share of the question in the changed files, and the largest in their folders. */
  readonly inFiles: number;
  readonly inFolders: number;
  /** Its share of the best score of all messages, to the power of `similarityExponent`; 0 for a commit that is not among the most similar ones. */
  readonly similarity: number;
  /** False for a merge. */
  readonly hasChanges: boolean;
}

/**
 * One signal of the ranking of people, with all that is known of it. `weight` is that of the list of all people. Values are divided by
 * the largest of the question, so a weight is also the most points.
 */
export interface ExpertFeature extends Feature {
  /** What its points are shown under. */
  readonly reason: string;
  /**
   * The feature of the requested files that limits a feature of the whole project. Where a path is asked for, its points are multiplied by the
   * person's share of the largest value of that feature.
   */
  readonly limitedBy?: "files" | "reviews";
  /** Weights in the lists of the roles, where they differ from `weight`. */
  readonly roleWeights?: Partial<Readonly<Record<ExpertRole, number>>>;
  /** What a commit adds for its author. */
  readonly authored?: (commit: RelevantCommit) => number;
  /** What a commit adds for a person who merged it, reviewed it or helped, before the share of the kind of help. */
  readonly helped?: (commit: RelevantCommit) => number;
  /** What is known of people from sources other than the history, by person. */
  readonly amounts?: (query: ExpertQuery) => ReadonlyMap<number, number> | undefined;
}

/** The section that set the weights of the list of people, and those of the roles. */
export const PEOPLE_SOURCE = "engines-measured.md, 2026-11-21 people";
export const ROLES_SOURCE = "ADR 0025; engines-measured.md, 2026-11-21 evening";
