import type { Reason } from "../../../contract/issues/localization.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { Question } from "../question/question.ts";
import type { ExplainedFile, FileFeature, ReasonEvidence } from "./FileFeature.ts";
import type { TermEvidence } from "./TermEvidence.ts";
import { FILE_FEATURES } from "./fileFeatures.ts";
import type { FunctionFeature } from "./FunctionFeature.ts";
import type { RankedFunction } from "./functions.ts";
import { FUNCTION_FEATURES } from "./listedFunctionFeatures.ts";
import type { RankedFile, Ranking } from "./rankFiles.ts";

type Code = Reason["code"];
/** Smaller points are added to the largest reason, so that the sum stays exact. */
const MIN_POINTS = 0.02;

/** The explanation of a file's score. The points of all reasons add up to it. */
export function reasonsOf(ranking: Ranking, ranked: RankedFile, evidence: TermEvidence): Reason[] {
  const points = new Map<Code, number>();
  for (const { id, reason } of FILE_FEATURES)
    points.set(reason, (points.get(reason) ?? 0) + ranking.points(id, ranked.member, ranked.file));
  points.set("chunk", (points.get("chunk") ?? 0) + ranked.functionPoints);
  points.set("penalty", (points.get("penalty") ?? 0) + ranked.penalty);
  const explained = { member: ranked.member, file: ranked.file, evidence };
  return withoutTrivial(points).map(([code, value]) => ({
    code,
    points: value,
    terms: [],
    commits: [],
    ...evidenceOf(code, ranking, explained),
  }));
}

/** What a reason rests on, as the first feature with this reason explains it. */
function evidenceOf(code: Code, { context }: Ranking, explained: ExplainedFile): ReasonEvidence {
  const features: readonly FileFeature[] = FILE_FEATURES;
  return features.find(({ reason, explain }) => reason === code && explain)?.explain?.(context, explained) ?? {};
}

/** The explanation of a function's score, in the same form. */
export function functionReasons(index: OpenedIndex, rankedFunction: RankedFunction, question: Question): Reason[] {
  const points = new Map<Code, number>();
  for (const { id, reason } of FUNCTION_FEATURES)
    points.set(reason, (points.get(reason) ?? 0) + rankedFunction.parts[id]);
  const features: readonly FunctionFeature[] = FUNCTION_FEATURES;
  return withoutTrivial(points).map(([code, value]) => ({
    code,
    points: value,
    terms: [],
    commits: [],
    ...features
      .find(({ reason, explain }) => reason === code && explain)
      ?.explain?.({ index, question }, rankedFunction),
  }));
}

/** Drops trivial reasons without changing the sum, and sorts by size. */
function withoutTrivial(points: ReadonlyMap<Code, number>): [Code, number][] {
  const significant = [...points].filter(([, value]) => Math.abs(value) >= MIN_POINTS);
  significant.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const rest =
    [...points.values()].reduce((sum, value) => sum + value, 0) -
    significant.reduce((sum, [, value]) => sum + value, 0);
  const first = significant[0];
  if (first) first[1] += rest;
  return significant;
}
