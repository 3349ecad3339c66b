import { DAY_MS } from "../../../contract/durations.ts";
import type { Analysis, AreaJudgement } from "../../../contract/issues/analysis.ts";
import type { OpenedIndex, OpenedIssues } from "../../index/OpenedIndex.ts";
import { readQuestion } from "../question/question.ts";
import { findSimilar } from "../similar/similar.ts";
import { issueRef } from "../ranking/itemRefs.ts";
import { classifyIssue } from "./classifyIssue.ts";
import type { IssueType, Severity } from "./labels.ts";
import { labelModelsOf } from "./labelModels.ts";
import { reportCompleteness } from "./reportCompleteness.ts";
import { fixedProofs, staleProof } from "./resolutionHints.ts";
import { summarize } from "./summary.ts";

/** An issue as the analysis needs it. Times are milliseconds since 1970. */
export interface AnalyzedIssue {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly isOpen: boolean;
  readonly createdAtMs: number;
  readonly updatedAt: number;
}

const MAX_SIMILAR = 30;
const MAX_SIMILAR_SHOWN = 5;
/** Fewer closed ones are no measure of time. */
const MIN_CLOSED_ISSUES = 5;

/**
 * The analysis of an issue without a language model, each statement with its evidence: learned from the project's own
 * labels, derived by rules, or taken from its own text and history. `files`: where it was localized, by `fileKeyOf`. `marked`: ids of
 * the issues that the tracker has as its duplicates.
 */
export function analyze(
  index: OpenedIndex,
  issue: AnalyzedIssue,
  {
    files,
    nowMs,
    marked,
  }: { readonly files: ReadonlyMap<string, number>; readonly nowMs: number; readonly marked?: ReadonlySet<string> },
): Analysis {
  const question = readQuestion(issue.title, issue.body);
  const { issues } = index;
  const similar = findSimilar(index, { ...issue, self: issue.id, files, ...(marked && { marked }) }, MAX_SIMILAR);
  const models = issues && labelModelsOf(issues);
  const judged = (name: "type" | "severity" | "area"): AreaJudgement =>
    models ? classifyIssue(index, models[name], question, issue.labels) : NOTHING;
  const type = judged("type");
  const refs = (some: readonly number[]) =>
    issues ? some.slice(0, MAX_SIMILAR_SHOWN).map((similarIssue) => issueRef(issues, similarIssue)) : [];
  return {
    summary: summarize(index.issueGroup, issue.title, issue.body),
    // What a model learned is one of the values that its labels stand for.
    type: { ...type, value: type.value as IssueType | null },
    area: judged("area"),
    severity: { ...judged("severity"), value: judged("severity").value as Severity | null },
    report: type.value === null || type.value === "bug" ? reportCompleteness(issue.body, issue.title) : null,
    expected_days: issues
      ? expectedDays(
          issues,
          similar.map((hit) => hit.issue),
          refs,
        )
      : null,
    duplicates: issues
      ? similar
          .filter(({ isDuplicate }) => isDuplicate)
          .slice(0, MAX_SIMILAR_SHOWN)
          .map((hit) => ({ issue: issueRef(issues, hit.issue), score: hit.score, is_marked: hit.isMarked }))
      : [],
    fixed: issue.isOpen ? fixedProofs(index, issue, similar) : [],
    stale: issue.isOpen ? staleProof(index, issue, question, nowMs) : null,
  };
}

const NOTHING: AreaJudgement = {
  value: null,
  basis: null,
  confidence: null,
  why_not: "few_labels",
  labels: [],
  words: [],
  examples: [],
  accuracy: null,
};

/** How long similar issues were open. */
function expectedDays(
  issues: OpenedIssues,
  similar: readonly number[],
  refs: (some: readonly number[]) => Analysis["duplicates"][number]["issue"][],
): Analysis["expected_days"] {
  const closed = similar.filter((similarIssue) => issues.table.closedAt(similarIssue) !== null);
  if (closed.length < MIN_CLOSED_ISSUES) return null;
  const days = closed
    .map((similarIssue) => ((issues.table.closedAt(similarIssue) ?? 0) - issues.table.createdAt(similarIssue)) / DAY_MS)
    .sort((a, b) => a - b);
  const at = (share: number): number => {
    const position = (days.length - 1) * share;
    const low = days[Math.floor(position)] ?? 0;
    const high = days[Math.ceil(position)] ?? low;
    return Math.round((low + (high - low) * (position - Math.floor(position))) * 10) / 10;
  };
  return { median: at(0.5), p75: at(0.75), n: days.length, examples: refs(closed) };
}
