import type { Reason } from "../../../contract/localization.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";
import type { Question } from "../report/question.ts";
import type { ExplainedFile, FileFeature, Grounds } from "./FileFeature.ts";
import type { TermEvidence } from "./TermEvidence.ts";
import { commitReasons } from "./commitReasons.ts";
import { FILE_FEATURES } from "./fileFeatures.ts";
import type { PastFix } from "./functionHistory.ts";
import type { RankedFunction } from "./functions.ts";
import type { RankedFile, Ranking } from "./rankFiles.ts";

type Code = Reason["code"];
const MAX_COMMITS = 3;
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
    ...groundsOf(code, ranking, explained),
  }));
}

/** What a reason rests on, as the first feature with this reason explains it. */
function groundsOf(code: Code, { context }: Ranking, explained: ExplainedFile): Grounds {
  const features: readonly FileFeature[] = FILE_FEATURES;
  return features.find(({ reason, explain }) => reason === code && explain)?.explain?.(context, explained) ?? {};
}

/** The explanation of a function's score, in the same form. */
export function functionReasons(
  index: OpenedIndex,
  { parts, member, commits }: RankedFunction,
  question: Question,
  name: string,
): Reason[] {
  const points = new Map<Code, number>([
    ["chunk", parts.words + parts.message],
    ["title", parts.title],
    ["definition", parts.nameOverlap],
    ["identifier", parts.exactName + parts.qualified + parts.uses],
    ["trace", parts.frame],
    ["directory", parts.file],
    ["size", parts.length],
    ["history", parts.fixHistory],
    ["penalty", parts.test],
  ]);
  const isNamed = new Set<Code>(["definition", "identifier", "trace"]);
  const used = question.identifiers.length > 0;
  return withoutTrivial(points).map(([code, value]) => ({
    code,
    points: value,
    terms: code === "penalty" ? ["test"] : isNamed.has(code) && (used || code !== "identifier") ? [name] : [],
    commits: code === "history" ? commitsNamed(index, member, commits) : [],
  }));
}

/** The commits that say most, of the repository whose code is `member` of the index. */
function commitsNamed(index: OpenedIndex, member: number, past: readonly PastFix[]): Reason["commits"] {
  const source = index.code[member]?.part.source;
  const commits = index.commits.find(({ part }) => part.source === source);
  return past
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_COMMITS)
    .flatMap(({ commit }) => commitReasons(commits, commit));
}

/** Drops what is too small to say, without changing the sum, and sorts by size. */
function withoutTrivial(points: ReadonlyMap<Code, number>): [Code, number][] {
  const said = [...points].filter(([, value]) => Math.abs(value) >= MIN_POINTS);
  said.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const rest =
    [...points.values()].reduce((sum, value) => sum + value, 0) - said.reduce((sum, [, value]) => sum + value, 0);
  const first = said[0];
  if (first) first[1] += rest;
  return said;
}
