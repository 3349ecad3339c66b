/** What the engines compute for one issue besides its localization: analysis, similar issues, commits since the report. */
import { z } from "zod";
import { ISSUE_TYPES, MISSING_CODES, SEVERITIES } from "../constants.ts";
import { Id, Person, Timestamp } from "../fieldSchemas.ts";
import { IssueCard } from "./issues.ts";

/** The fields of an issue that a piece of evidence needs. */
export const IssueRef = IssueCard.pick({ id: true, key: true, address: true, title: true, state: true });
export type IssueRef = z.infer<typeof IssueRef>;

export const CommitRef = z.object({ repository: Id, hash: z.string(), title: z.string(), at: Timestamp });
export type CommitRef = z.infer<typeof CommitRef>;

/** Accuracy of the learned model on the project's newest issues, trained on the older ones only. */
export const LearnedAccuracy = z.object({
  /** Share of correct answers, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Accuracy of always predicting the most frequent value on the same issues. */
  baseline: z.number().min(0).max(1),
  /** Sizes of the test and training sets. */
  cases: z.number().int().nonnegative(),
  trained_on: z.number().int().nonnegative(),
});
export type LearnedAccuracy = z.infer<typeof LearnedAccuracy>;

const judgementOf = <T extends z.ZodType>(value: T) =>
  z.object({
    /** Null without a prediction; `why_not` then has the reason. */
    value: value.nullable(),
    /** `label`: a label of the issue. `learned`: a model of the words of the project's labelled issues. */
    basis: z.enum(["label", "learned"]).nullable(),
    /** Share of correct predictions at this margin on the project's own past; 1 for a label. */
    confidence: z.number().min(0).max(1).nullable(),
    why_not: z.enum(["few_labels", "one_value", "no_words", "unsure"]).nullable(),
    /** The issue's labels that decide it, or the labels of the project that the model was trained on. */
    labels: z.array(z.string()),
    /** Words of the text that support the value, the strongest first. */
    words: z.array(z.string()),
    /** Labelled issues that share most of those words. */
    examples: z.array(IssueRef),
    accuracy: LearnedAccuracy.nullable(),
  });
const TypeJudgement = judgementOf(z.enum(ISSUE_TYPES));
const SeverityJudgement = judgementOf(z.enum(SEVERITIES));
export const AreaJudgement = judgementOf(z.string());
export type AreaJudgement = z.infer<typeof AreaJudgement>;

/** An element of a good report, and where this one has it. */
export const ReportCheck = z.object({ code: z.enum(MISSING_CODES), found: z.boolean(), quote: z.string().nullable() });
export type ReportCheck = z.infer<typeof ReportCheck>;

export const SimilarIssue = z.object({
  issue: IssueCard,
  /** 0 to 1; 1 for the same words. */
  score: z.number().min(0).max(1),
  /** The similarity is high enough for a duplicate, or the tracker has the two as duplicates. */
  is_duplicate: z.boolean(),
  /** The tracker has the two as duplicates: a person linked them. */
  is_marked: z.boolean(),
  /** Words in common, the rarest first; includes identifiers and phrases of the titles. */
  terms: z.array(z.string()),
  labels: z.array(z.string()),
  /** Files of the other one's fix that this issue refers to as well. */
  files: z.array(z.object({ repository: Id, path: z.string() })),
  /** Commits that fixed the other one. */
  fixes: z.array(CommitRef),
});
export type SimilarIssue = z.infer<typeof SimilarIssue>;

/** Evidence that an open issue may be fixed already. */
export const FixedProof = z.object({
  /** `commit`: its message names this issue. `similar`: it fixed a similar issue. Both came after the report. */
  kind: z.enum(["commit", "similar"]),
  commit: CommitRef,
  issue: IssueRef.nullable(),
});
export type FixedProof = z.infer<typeof FixedProof>;

/** Evidence that an open issue may be obsolete. */
export const StaleProof = z.object({
  days_inactive: z.number().int().nonnegative(),
  /** 90th percentile of the days in which the project's issues are closed; null when too few are closed. */
  usual_days: z.number().nullable(),
  /** Paths that the report names and that no longer exist, with the last commit that touched them. */
  gone: z.array(z.object({ path: z.string(), commit: CommitRef.nullable() })),
});
export type StaleProof = z.infer<typeof StaleProof>;

export const Analysis = z.object({
  /** Sentences of the issue itself, in reading order. */
  summary: z.array(z.string()),
  type: TypeJudgement,
  area: AreaJudgement,
  severity: SeverityJudgement,
  /** Null for a type of report without these checks. */
  report: z.array(ReportCheck).nullable(),
  /** Days that similar closed issues were open; null when there are fewer than five. */
  expected_days: z
    .object({ median: z.number(), p75: z.number(), n: z.number().int(), examples: z.array(IssueRef) })
    .nullable(),
  duplicates: z.array(z.object({ issue: IssueRef, score: z.number(), is_marked: z.boolean() })),
  fixed: z.array(FixedProof),
  stale: StaleProof.nullable(),
});
export type Analysis = z.infer<typeof Analysis>;

/** A commit after the report that touched one of the likely files. */
const CommitSince = CommitRef.extend({
  author: z.string(),
  /** The person of the project; null for a bot and an unknown signature. */
  person: Person.nullable(),
  /** Which of the likely files it touched. */
  files: z.array(z.string()),
  /** The message names the issue. */
  names_issue: z.boolean(),
});
export const CommitsSince = z.object({
  since: Timestamp,
  /** The likely files that were checked. */
  files: z.array(z.string()),
  total: z.number().int().nonnegative(),
  commits: z.array(CommitSince),
});
export type CommitsSince = z.infer<typeof CommitsSince>;
