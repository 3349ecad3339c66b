import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { QueryTerm } from "../../../index/segment/MultiSegmentReader.ts";
import { type FileFeature, type FileValues, emptyValues } from "../FileFeature.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

/** A user's feedback on a file of an earlier answer. */
export interface Feedback {
  readonly repository: string;
  readonly path: string;
  readonly verdict: "right" | "wrong";
  /** Terms of the question of the verdict, with their weights. */
  readonly terms: readonly (readonly [term: string, weight: number])[];
}

const MAX_TERMS = 60;

/** The terms of a question that are stored with the verdicts on its files. */
export function feedbackTerms(terms: readonly QueryTerm[]): [string, number][] {
  return terms.slice(0, MAX_TERMS).map(({ term, weight }) => [term, Math.round(weight * 1000) / 1000]);
}

/**
 * Between -1 and 1 for each file: verdicts given for questions like this one, each counting by how like it is (the cosine of the
 * terms by rarity). "Right" lifts the file, "wrong" lowers it, and a question that shares little changes nothing.
 */
function feedbackValues(index: OpenedIndex, terms: readonly QueryTerm[], verdicts: readonly Feedback[]): FileValues {
  const values = emptyValues(index);
  if (verdicts.length === 0) return values;
  // All votes are summed before the limit is applied, so their order does not matter.
  const sums = values.map(() => new Map<number, number>());
  const gains = new Map<string, number>();
  const gainOf = (term: string): number => {
    let gain = gains.get(term);
    if (gain === undefined) gains.set(term, (gain = index.codeGroup.idf(index.codeGroup.documentCount(term))));
    return gain;
  };
  const questionTerms = new Map(terms.slice(0, MAX_TERMS).map(({ term, weight }) => [term, weight * gainOf(term)]));
  const ownLength = Math.hypot(...questionTerms.values());
  for (const { repository, path, verdict, terms: theirs } of verdicts) {
    const member = index.code.findIndex(({ part }) => part.source === repository);
    const file = index.code[member]?.files.find(path) ?? -1;
    const column = sums[member];
    if (!column || file < 0) continue;
    let product = 0;
    let length = 0;
    for (const [term, weight] of theirs) {
      const value = weight * gainOf(term);
      length += value * value;
      product += value * (questionTerms.get(term) ?? 0);
    }
    const similarity = length === 0 || ownLength === 0 ? 0 : product / (Math.sqrt(length) * ownLength);
    if (similarity < FILE_CONSTANTS.minFeedbackSimilarity.value) continue;
    column.set(file, (column.get(file) ?? 0) + (verdict === "right" ? similarity : -similarity));
  }
  sums.forEach((column, member) => {
    for (const [file, sum] of column) {
      const into = values[member];
      if (into && Math.abs(sum) > 1e-6) into[file] = Math.max(-1, Math.min(1, sum));
    }
  });
  return values;
}

export const feedback = {
  id: "feedback",
  weight: 1.5,
  about: "users' feedback on the file for similar questions, -1 to 1; 0 without any",
  source: "engines-measured.md, 2026-11-21 similar issues, and localization with verdicts",
  reason: "feedback",
  isEvidence: true,
  floor: () => 1,
  compute: ({ index, report, feedback: verdicts }) => feedbackValues(index, report.terms, verdicts),
} as const satisfies FileFeature;
