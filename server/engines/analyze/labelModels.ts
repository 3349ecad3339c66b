import type { OpenedIssues } from "../../index/OpenedIndex.ts";
import { plainArea, prefixedArea, severityOfLabel, typeOfLabel } from "./labels.ts";
import { LabelModel, type LabelledCase } from "./naiveBayes.ts";
import { memoize } from "../../memoize.ts";

export type Learning = LabelModel | "few_labels" | "one_value";

/** What was learned from a project's labels about one property of issues. */
export interface Property {
  readonly learning: Learning;
  /** The value that a label maps to, or null. */
  readonly valueOf: (label: string) => string | null;
  /** Labels that were learned from, the most frequent first. */
  readonly labels: readonly string[];
}

export interface LabelModels {
  readonly type: Property;
  readonly severity: Property;
  readonly area: Property;
}

/** Minimum number of issues of an area. */
const MIN_ISSUES_PER_AREA = 5;
const MAX_LABELS = 12;

/** The models of an index, learned at the first question: some tens of milliseconds for 50,000 issues. */
export const labelModelsOf = memoize(trainAll);

function trainAll(issues: OpenedIssues): LabelModels {
  const { table } = issues;
  const rows = Array.from({ length: table.length }, (_, issue) => ({
    issue,
    labels: table.row(issue).labels,
    at: table.createdAt(issue),
  }));
  const counts = new Map<string, number>();
  for (const { labels } of rows) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]);
  const hasPrefixes = byCount.some(([label, count]) => count >= MIN_ISSUES_PER_AREA && prefixedArea(label) !== null);
  const areaOf = hasPrefixes ? prefixedArea : plainArea;
  const areas = new Set(
    byCount.filter(([label, count]) => count >= MIN_ISSUES_PER_AREA && areaOf(label) !== null).map(([label]) => label),
  );

  const learn = (valueOf: Property["valueOf"], isTraining: (label: string) => boolean = () => true): Property => {
    const cases = rows.flatMap(({ issue, labels, at }): LabelledCase[] => {
      const value = labels
        .filter(isTraining)
        .map(valueOf)
        .find((candidate) => candidate !== null);
      return value == null ? [] : [{ issue, value, at }];
    });
    return {
      learning: LabelModel.learn(issues, cases),
      valueOf,
      labels: byCount
        .filter(([label]) => valueOf(label) !== null)
        .slice(0, MAX_LABELS)
        .map(([label]) => label),
    };
  };
  return {
    type: learn(typeOfLabel),
    severity: learn(severityOfLabel),
    // A label that names an area counts on its own issue, however rare it is; models are trained on the frequent ones only.
    area: learn(
      (label) => (areas.has(label) ? label : prefixedArea(label)),
      (label) => areas.has(label),
    ),
  };
}
