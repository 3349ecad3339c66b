import type { FileKind } from "../../index/fileKind.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";
import type { QueryTerm } from "../../index/MultiSegmentReader.ts";
import { chunkFeatures } from "./chunkFeatures.ts";
import { type Feedback, feedbackFeature } from "./feedbackFeature.ts";
import { type HistoryFeatures, historyFeatures } from "./historyFeatures.ts";
import { identifierFeatures } from "./identifierFeatures.ts";
import { fixHistoryFeature } from "./fixHistoryFeature.ts";
import { mentionFeatures } from "./mentionFeatures.ts";
import { nameFeatures } from "./nameFeatures.ts";
import { placeFeatures } from "./placeFeatures.ts";
import type { Question } from "../report/question.ts";
import { textFeatures } from "./textFeatures.ts";
import { FEATURES, FEATURE_NAMES, type FeatureName, type FileValues } from "./weights.ts";

/** Share of its points that a file loses for what it is: a fix belongs into the code that the others only describe or try. */
const KIND_PENALTIES: Readonly<Record<FileKind, number>> = {
  code: 0,
  other: 0.3,
  config: 0.4,
  example: 0.6,
  test: 0.65,
  docs: 0.7,
  data: 0.7,
  generated: 0.75,
  vendored: 0.8,
};
/** Part of the penalty that is left when the report is about such files themselves: many of them still end in the code. */
const REQUESTED_KIND_FACTOR = 0.3;

/** Identifiers bring all their points when they are as telling as one sure name of this share of the greatest rarity. */
const IDENTIFIER_FLOOR = 0.7;

/** What was learned brings all its points to a file that has this share of what there is to have: a young history knows little. */
const FIX_HISTORY_FLOOR = 0.08;

/** What a trace's features count where there is nothing but the trace to go by. */
const TRACE_ONLY_FACTOR = 2;

/** A file without any of these is left out. */
const EVIDENCE = [
  "words",
  "pathMention",
  "trace",
  "usesIdentifier",
  "history",
  "fixHistory",
  "titleName",
  "feedback",
] as const satisfies readonly FeatureName[];

export interface RankedFile {
  /** Place of the repository in `index.code`, and document number of the file. */
  readonly member: number;
  readonly file: number;
  /** Sum of the points of all features, less the penalty. */
  readonly score: number;
  /** Points taken off for what the file is; zero or negative. */
  readonly penalty: number;
  /** Points for the best function in it, before the penalty; zero until functions are looked at (`rankIssue.ts`). */
  readonly functionPoints: number;
}

export interface Ranking {
  /** Of the question: see there. */
  readonly isOnlyTrace: boolean;
  /** Best first; files without any evidence are left out. */
  readonly files: readonly RankedFile[];
  /** Points of one feature for one file. */
  readonly points: (feature: FeatureName, member: number, file: number) => number;
  readonly chunkScores: FileValues;
  readonly bestChunkOf: readonly Int32Array[];
  readonly commitsOf: HistoryFeatures["commitsOf"];
  readonly commitScores: HistoryFeatures["commitScores"];
}

/**
 * Scores every file by the weighted sum of features that are each divided by their largest value, and sorts.
 *
 * @param feedback what people said about files of earlier answers in this project
 * @param before seconds since 1970; history at or after it is not looked at.
 */
export function rankFiles(
  index: OpenedIndex,
  report: Question,
  before: number | null,
  limit: number,
  feedback: readonly Feedback[] = [],
): Ranking {
  const question = { ...report, terms: topTermsByIdf(index, report.terms) };
  const text = textFeatures(index, question);
  const { chunkScores, bestChunk, bestThree, bestChunkOf } = chunkFeatures(index, question);
  const fixHistory = fixHistoryFeature(index, question.terms, before);
  const { commitsOf, commitScores, ...history } = historyFeatures(index, question, before);
  const values: Record<FeatureName, FileValues> = {
    ...text,
    bestChunk,
    bestThree,
    ...history,
    fixHistory: fixHistory.values,
    ...identifierFeatures(index, question),
    ...mentionFeatures(index, question),
    ...nameFeatures(index, question),
    ...placeFeatures(index, text.words),
    feedback: feedbackFeature(index, report.terms, feedback),
  };
  // One doubtful name is not as good as a sure one only because it is the best that the text has.
  const sureName = IDENTIFIER_FLOOR * index.codeGroup.idf(1);
  const floors: Partial<Record<FeatureName, number>> = {
    definesIdentifier: sureName,
    usesIdentifier: sureName,
    fixHistory: FIX_HISTORY_FLOOR * fixHistory.attainable,
    pathMention: 1,
    trace: 1,
    traceTop: 1,
    titleName: 1,
    bodyName: 1,
    feedback: 1,
  };
  const factors = Object.fromEntries(
    FEATURE_NAMES.map((name) => {
      const { most, isSilent } = largestValue(values[name]);
      const weight = FEATURES[name].weight * (isTraceFeature(name) && question.isOnlyTrace ? TRACE_ONLY_FACTOR : 1);
      return [name, isSilent ? 0 : weight / Math.max(most || 1, floors[name] ?? 0)];
    }),
  ) as Record<FeatureName, number>;

  const columns: ScoredMember[] = index.code.map(({ files }, member) => {
    const totals = new Float32Array(files.length);
    for (const name of FEATURE_NAMES) {
      const column = values[name][member];
      const factor = factors[name];
      if (!column || factor === 0) continue;
      for (let file = 0; file < totals.length; file++)
        totals[file] = (totals[file] ?? 0) + factor * (column[file] ?? 0);
    }
    const hasEvidence = new Uint8Array(files.length);
    for (const name of EVIDENCE) {
      const column = values[name][member];
      if (!column || factors[name] === 0) continue;
      for (let file = 0; file < hasEvidence.length; file++) if ((column[file] ?? 0) > 0) hasEvidence[file] = 1;
    }
    const penalties = new Float64Array(files.length);
    for (let file = 0; file < totals.length; file++)
      if (hasEvidence[file] === 1)
        penalties[file] = -Math.max(0, totals[file] ?? 0) * penaltyOf(files.kind(file), question);
    return { totals, hasEvidence, penalties };
  });
  const found = topFiles(columns, limit);
  return {
    isOnlyTrace: question.isOnlyTrace,
    files: found,
    points: (feature, member, file) => factors[feature] * (values[feature][member]?.[file] ?? 0),
    chunkScores,
    bestChunkOf,
    commitsOf,
    commitScores,
  };
}

const isTraceFeature = (name: FeatureName): boolean => name === "trace" || name === "traceTop";

interface ScoredMember {
  readonly totals: Float32Array;
  /** 1 for files of which anything in the question speaks. */
  readonly hasEvidence: Uint8Array;
  readonly penalties: Float64Array;
}

/** The best files of all repositories. Of tens of thousands a hundred are wanted: the others are neither made nor sorted. */
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
  const found: RankedFile[] = [];
  members.forEach(({ totals, hasEvidence, penalties }, member) => {
    for (let file = 0; file < totals.length; file++) {
      const penalty = penalties[file] ?? 0;
      const score = (totals[file] ?? 0) + penalty;
      if (hasEvidence[file] === 1 && score >= least) found.push({ member, file, score, penalty, functionPoints: 0 });
    }
  });
  found.sort((a, b) => b.score - a.score || a.member - b.member || a.file - b.file);
  return found.slice(0, limit);
}

/** Terms that are looked up. A long report has hundreds; those that stand everywhere cost most and decide nothing. */
const MAX_TERMS = 110;

/** The terms that weigh most: how often the issue says them times how rare they are in the code. */
function topTermsByIdf(index: OpenedIndex, terms: readonly QueryTerm[]): QueryTerm[] {
  if (terms.length <= MAX_TERMS) return [...terms];
  const { codeGroup } = index;
  return terms
    .map((term) => ({ term, gain: term.weight * codeGroup.idf(codeGroup.documentCount(term.term)) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, MAX_TERMS)
    .map(({ term }) => term);
}

/** A report about pages or tests themselves leaves them nearly where they are. */
function penaltyOf(kind: FileKind, question: Question): number {
  const isRequested =
    (question.isAboutDocs && (kind === "docs" || kind === "example")) || (question.isAboutTests && kind === "test");
  return isRequested ? KIND_PENALTIES[kind] * REQUESTED_KIND_FACTOR : KIND_PENALTIES[kind];
}

/** Largest value of a feature over all files, and whether it says nothing of any: what people call wrong is below zero. */
function largestValue(columns: FileValues): { most: number; isSilent: boolean } {
  let most = 0;
  let isSilent = true;
  for (const column of columns)
    for (let file = 0; file < column.length; file++) {
      const value = column[file] ?? 0;
      if (value > most) most = value;
      if (value !== 0) isSilent = false;
    }
  return { most, isSilent };
}
