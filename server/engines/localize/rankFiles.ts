import type { FileKind } from "../../index/text/fileKind.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { QueryTerm } from "../../index/segment/MultiSegmentReader.ts";
import type { Question } from "../question/question.ts";
import type { FileContext, FileFeature, FileValues } from "./FileFeature.ts";
import type { Feedback } from "./features/feedback.ts";
import { FILE_FEATURES, type FileFeatureId } from "./fileFeatures.ts";
import { FILE_CONSTANTS, KIND_PENALTIES, REQUESTED_KIND_FACTOR } from "./localizeWeights.ts";

export interface RankedFile {
  /** Position of the repository in `index.code`, and document number of the file. */
  readonly member: number;
  readonly file: number;
  /** Sum of the points of all features, less the penalty. */
  readonly score: number;
  /** Points taken off for what the file is; zero or negative. */
  readonly penalty: number;
  /** Points for the best function in it, before the penalty; zero until functions are ranked (`rankIssue.ts`). */
  readonly functionPoints: number;
}

export interface Ranking {
  readonly context: FileContext;
  /** Best first; files without any evidence are left out. */
  readonly files: readonly RankedFile[];
  /** Points of one feature for one file. */
  readonly points: (feature: FileFeatureId, member: number, file: number) => number;
}

/**
 * Scores every file by the weighted sum of features that are each divided by their largest value, and sorts.
 *
 * @param feedback verdicts of users on files of earlier answers in this project
 * @param beforeSeconds seconds since 1970; history at or after it is not read.
 */
export function rankFiles(
  index: OpenedIndex,
  report: Question,
  beforeSeconds: number | null,
  limit: number,
  feedback: readonly Feedback[] = [],
): Ranking {
  const question = { ...report, terms: topTermsByIdf(index, report.terms) };
  const context: FileContext = { index, question, report, beforeSeconds, feedback };
  const scored = FILE_FEATURES.map((feature) => normalized(feature, context));
  const columns: ScoredMember[] = index.code.map(({ files }, member) => {
    const totals = new Float32Array(files.length);
    const hasEvidence = new Uint8Array(files.length);
    for (const { feature, values, factor } of scored) {
      const column = values[member];
      if (!column || factor === 0) continue;
      for (let file = 0; file < totals.length; file++)
        totals[file] = (totals[file] ?? 0) + factor * (column[file] ?? 0);
      if (!feature.isEvidence) continue;
      for (let file = 0; file < hasEvidence.length; file++) if ((column[file] ?? 0) > 0) hasEvidence[file] = 1;
    }
    const penalties = new Float64Array(files.length);
    for (let file = 0; file < totals.length; file++)
      if (hasEvidence[file] === 1)
        penalties[file] = -Math.max(0, totals[file] ?? 0) * penaltyOf(files.kind(file), question);
    return { totals, hasEvidence, penalties };
  });
  const byId = new Map(scored.map((normalizedFeature) => [normalizedFeature.feature.id, normalizedFeature]));
  return {
    context,
    files: topFiles(columns, limit),
    points: (id, member, file) => {
      const normalizedFeature = byId.get(id);
      return normalizedFeature ? normalizedFeature.factor * (normalizedFeature.values[member]?.[file] ?? 0) : 0;
    },
  };
}

interface NormalizedFeature {
  readonly feature: FileFeature;
  readonly values: FileValues;
  /** Points for a value of 1. */
  readonly factor: number;
}

function normalized(feature: FileFeature, context: FileContext): NormalizedFeature {
  const values = feature.compute(context);
  const { maximum, isSilent } = largestValue(values);
  const weight = feature.weight * (feature.factor?.(context.question) ?? 1);
  return { feature, values, factor: isSilent ? 0 : weight / Math.max(maximum || 1, feature.floor?.(context) ?? 0) };
}

interface ScoredMember {
  readonly totals: Float32Array;
  /** 1 for files that anything in the question mentions. */
  readonly hasEvidence: Uint8Array;
  readonly penalties: Float64Array;
}

/** The best files of all repositories. The result has a hundred of tens of thousands: the others are neither created nor sorted. */
function topFiles(members: readonly ScoredMember[], limit: number): RankedFile[] {
  const scores = members.map(({ totals, hasEvidence, penalties }) => {
    const all = new Float64Array(totals.length);
    let count = 0;
    for (let file = 0; file < totals.length; file++)
      if (hasEvidence[file] === 1) all[count++] = (totals[file] ?? 0) + (penalties[file] ?? 0);
    return all.subarray(0, count);
  });
  const all = new Float64Array(scores.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of scores) {
    all.set(part, at);
    at += part.length;
  }
  all.sort();
  const least = all.length > limit ? (all[all.length - limit] ?? 0) : -Infinity;
  const rankedFiles: RankedFile[] = [];
  members.forEach(({ totals, hasEvidence, penalties }, member) => {
    for (let file = 0; file < totals.length; file++) {
      const penalty = penalties[file] ?? 0;
      const score = (totals[file] ?? 0) + penalty;
      if (hasEvidence[file] === 1 && score >= least)
        rankedFiles.push({ member, file, score, penalty, functionPoints: 0 });
    }
  });
  rankedFiles.sort((a, b) => b.score - a.score || a.member - b.member || a.file - b.file);
  return rankedFiles.slice(0, limit);
}

/** The terms of the largest weight: occurrences in the issue times their rarity in the code. */
function topTermsByIdf(index: OpenedIndex, terms: readonly QueryTerm[]): QueryTerm[] {
  if (terms.length <= FILE_CONSTANTS.maxTerms.value) return [...terms];
  const { codeGroup } = index;
  return terms
    .map((term) => ({ term, gain: term.weight * codeGroup.idf(codeGroup.documentCount(term.term)) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, FILE_CONSTANTS.maxTerms.value)
    .map(({ term }) => term);
}

/** A report about pages or tests themselves leaves them nearly where they are. */
function penaltyOf(kind: FileKind, question: Question): number {
  const isRequested =
    (question.isAboutDocs && (kind === "docs" || kind === "example")) || (question.isAboutTests && kind === "test");
  return isRequested ? KIND_PENALTIES[kind] * REQUESTED_KIND_FACTOR : KIND_PENALTIES[kind];
}

/** Largest value of a feature over all files, and whether all are 0; files that users marked as wrong are below 0. */
function largestValue(columns: FileValues): { maximum: number; isSilent: boolean } {
  let maximum = 0;
  let isSilent = true;
  for (const column of columns)
    for (let file = 0; file < column.length; file++) {
      const value = column[file] ?? 0;
      if (value > maximum) maximum = value;
      if (value !== 0) isSilent = false;
    }
  return { maximum, isSilent };
}
