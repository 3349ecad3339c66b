import type { AreaJudgement } from "../../../contract/issues/analysis.ts";
import type { OpenedIndex, OpenedIssues } from "../../index/OpenedIndex.ts";
import type { Question } from "../question/question.ts";
import { issueRef } from "../ranking/itemRefs.ts";
import type { Property } from "./labelModels.ts";

/** Minimum certainty at which the engine gives a value. */
const MIN_CONFIDENCE = 0.35;
const MAX_EXAMPLES = 3;

/** One property of an issue: by its own labels, else by a classifier trained on the project's labelled issues. */
export function classifyIssue(
  { issues }: Pick<OpenedIndex, "issues">,
  { learning, valueOf, labels }: Property,
  question: Question,
  issueLabels: readonly string[],
): AreaJudgement {
  const nothing = { value: null, basis: null, confidence: null, words: [], examples: [], labels: [...labels] };
  const accuracy = typeof learning === "string" ? null : learning.accuracy;
  const carried = issueLabels.filter((label) => valueOf(label) !== null);
  const [first] = carried;
  if (first !== undefined) {
    return {
      ...nothing,
      value: valueOf(first),
      basis: "label",
      confidence: 1,
      why_not: null,
      labels: carried,
      accuracy,
    };
  }
  if (typeof learning === "string" || !issues) {
    return { ...nothing, why_not: typeof learning === "string" ? learning : "few_labels", accuracy };
  }
  const learned = learning.classify(question);
  if (!learned) return { ...nothing, why_not: "no_words", accuracy };
  if (learned.confidence < MIN_CONFIDENCE) {
    return { ...nothing, why_not: "unsure", confidence: learned.confidence, accuracy };
  }
  const trainingCases = learning.cases.filter(({ value }) => value === learned.value);
  return {
    value: learned.value,
    basis: "learned",
    confidence: learned.confidence,
    why_not: null,
    labels: labels.filter((label) => valueOf(label) === learned.value),
    words: learned.terms.map((number) => {
      const term = issues.segment.term(number);
      return question.words.get(term) ?? term;
    }),
    examples: examplesOf(issues, learned.terms, new Set(trainingCases.map(({ issue }) => issue))),
    accuracy,
  };
}

/** Labelled issues of the same value that have most of the words that spoke for it. */
function examplesOf(issues: OpenedIssues, terms: readonly number[], among: ReadonlySet<number>) {
  const shared = new Map<number, number>();
  for (const term of terms) {
    issues.segment.eachDocument(term, (issue, mask) => {
      if (among.has(issue) && (mask & 3) !== 0) shared.set(issue, (shared.get(issue) ?? 0) + 1);
    });
  }
  return [...shared]
    .sort((a, b) => b[1] - a[1] || issues.table.createdAt(b[0]) - issues.table.createdAt(a[0]))
    .slice(0, MAX_EXAMPLES)
    .map(([issue]) => issueRef(issues, issue));
}
