/** What the engines compute for one issue besides its localization: analysis, similar issues, commits since the report. */
import { z } from "zod";
import { ISSUE_TYPES, MISSING_CODES, SEVERITIES } from "./constants.ts";
import { Id, Timestamp } from "./fields.ts";
import { IssueCard, IssueState } from "./issues.ts";

/** An issue as far as a piece of evidence needs it. */
export const IssueRef = z.object({ id: Id, key: z.string(), title: z.string(), state: IssueState });
export type IssueRef = z.infer<typeof IssueRef>;

export const CommitRef = z.object({ repository: Id, hash: z.string(), title: z.string(), at: Timestamp });
export type CommitRef = z.infer<typeof CommitRef>;

/** How often what was learned was right on the project's own newest issues, learned from the older ones alone. */
export const LearnedAccuracy = z.object({
  /** Share of right answers, 0 to 1. */
  share: z.number().min(0).max(1),
  /** What always saying the most frequent value would reach on the same issues. */
  baseline: z.number().min(0).max(1),
  /** Issues that it was tried on, and learned from. */
  cases: z.number().int().nonnegative(),
  trained_on: z.number().int().nonnegative(),
});
export type LearnedAccuracy = z.infer<typeof LearnedAccuracy>;

const judgementOf = <T extends z.ZodType>(value: T) =>
  z.object({
    /** Null when nothing can be said; `why_not` then has the reason. */
    value: value.nullable(),
    /** `label`: the issue carries it. `learned`: from the words of the project's labelled issues. */
    basis: z.enum(["label", "learned"]).nullable(),
    /** Share of issues judged with such a lead that were right on the project's own past; 1 for a label. */
    confidence: z.number().min(0).max(1).nullable(),
    why_not: z.enum(["few_labels", "one_value", "no_words", "unsure"]).nullable(),
    /** The issue's labels that say it, or the labels of the project that it was learned from. */
    labels: z.array(z.string()),
    /** Words of the text that spoke for the value, the strongest first. */
    words: z.array(z.string()),
    /** Labelled issues that share most of those words. */
    examples: z.array(IssueRef),
    accuracy: LearnedAccuracy.nullable(),
  });
export const TypeJudgement = judgementOf(z.enum(ISSUE_TYPES));
export const SeverityJudgement = judgementOf(z.enum(SEVERITIES));
export const AreaJudgement = judgementOf(z.string());
export type TypeJudgement = z.infer<typeof TypeJudgement>;
export type SeverityJudgement = z.infer<typeof SeverityJudgement>;
export type AreaJudgement = z.infer<typeof AreaJudgement>;

/** Something that a good report says, and where this one says it. */
export const ReportCheck = z.object({ code: z.enum(MISSING_CODES), found: z.boolean(), quote: z.string().nullable() });
export type ReportCheck = z.infer<typeof ReportCheck>;

export const SimilarIssue = z.object({
  issue: IssueCard,
  /** 0 to 1; 1 would say the same in the same words. */
  score: z.number().min(0).max(1),
  /** Alike enough to be the same report. */
  is_duplicate: z.boolean(),
  /** Words that both have, the rarest first; names of code and phrases of the titles are among them. */
  terms: z.array(z.string()),
  labels: z.array(z.string()),
  /** Files of the other one's fix that this issue points at, too. */
  files: z.array(z.object({ repository: Id, path: z.string() })),
  /** Commits that fixed the other one. */
  fixes: z.array(CommitRef),
});
export type SimilarIssue = z.infer<typeof SimilarIssue>;

/** Why an open issue may be done already. */
export const FixedProof = z.object({
  /** `commit`: its message names this issue. `similar`: it fixed a similar issue. Both came after the report. */
  kind: z.enum(["commit", "similar"]),
  commit: CommitRef,
  issue: IssueRef.nullable(),
});
export type FixedProof = z.infer<typeof FixedProof>;

/** Why an open issue may have been overtaken by time. */
export const StaleProof = z.object({
  days_inactive: z.number().int().nonnegative(),
  /** Nine of ten closed issues of the project were closed within so many days; null when too few are closed. */
  usual_days: z.number().nullable(),
  /** Paths that the report names and the code no longer has, with the last commit that touched them. */
  gone: z.array(z.object({ path: z.string(), commit: CommitRef.nullable() })),
});
export type StaleProof = z.infer<typeof StaleProof>;

export const Analysis = z.object({
  /** Sentences of the issue itself, in reading order. */
  summary: z.array(z.string()),
  type: TypeJudgement,
  area: AreaJudgement,
  severity: SeverityJudgement,
  /** Null where a report of this type needs none of it. */
  report: z.array(ReportCheck).nullable(),
  /** Days that similar closed issues were open; null when there are fewer than five. */
  expected_days: z
    .object({ median: z.number(), p75: z.number(), n: z.number().int(), examples: z.array(IssueRef) })
    .nullable(),
  duplicates: z.array(z.object({ issue: IssueRef, score: z.number() })),
  fixed: z.array(FixedProof),
  stale: StaleProof.nullable(),
});
export type Analysis = z.infer<typeof Analysis>;

/** A commit after the report that touched one of the likely files. */
export const CommitSince = CommitRef.extend({
  author: z.string(),
  /** Which of the likely files it touched. */
  files: z.array(z.string()),
  /** Its message names the issue. */
  names_issue: z.boolean(),
});
export const CommitsSince = z.object({
  since: Timestamp,
  /** The likely files that were looked at. */
  files: z.array(z.string()),
  total: z.number().int().nonnegative(),
  commits: z.array(CommitSince),
});
export type CommitsSince = z.infer<typeof CommitsSince>;
