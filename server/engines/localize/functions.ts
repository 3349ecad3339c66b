import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { SymbolKind } from "../../index/text/symbols.ts";
import { termsOf } from "../../index/text/tokenize.ts";
import type { Question } from "../question/question.ts";
import type { FunctionCandidate, FunctionContext, FunctionFeature } from "./FunctionFeature.ts";
import { type PastFix, pastFixesOfFunction } from "./functionFeatures/functionHistory.ts";
import { ownFile } from "./functionFeatures/ownFile.ts";
import { FUNCTION_FEATURES, type FunctionFeatureId } from "./listedFunctionFeatures.ts";
import type { RankedFile, Ranking } from "./rankFiles.ts";

export interface RankedFunction {
  readonly member: number;
  readonly file: number;
  readonly name: string;
  readonly container: string;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Points of each feature; they add up to the score. */
  readonly parts: Readonly<Record<FunctionFeatureId, number>>;
  /** Commits of its repository that are similar to the issue and changed the function, in no order. */
  readonly commits: readonly PastFix[];
}

/**
 * The functions and methods inside the best files with the points of all features except that of their file, in no order.
 *
 * @param beforeSeconds seconds since 1970; history at or after it is not read.
 */
export function collectFunctions(
  index: OpenedIndex,
  question: Question,
  ranking: Ranking,
  best: readonly RankedFile[],
  beforeSeconds: number | null = null,
): RankedFunction[] {
  const candidates = candidatesOf({ index, question, ranking, best, beforeSeconds });
  const columns = FUNCTION_FEATURES.map((feature) => pointsOf(feature, candidates));
  return candidates.map((candidate, at): RankedFunction => {
    // A loop: entries and a reduce for each function made the ranking of an issue a tenth slower.
    const parts = {} as Record<FunctionFeatureId, number>;
    let score = 0;
    for (const [feature, { id }] of FUNCTION_FEATURES.entries()) {
      const points = columns[feature]?.[at] ?? 0;
      parts[id] = points;
      score += points;
    }
    const { inFile, row } = candidate;
    return {
      member: inFile.ranked.member,
      file: inFile.ranked.file,
      name: row.name,
      container: row.container,
      kind: row.kind,
      start: row.start,
      end: row.end,
      score,
      parts,
      commits: pastFixesOfFunction(candidate),
    };
  });
}

function candidatesOf(context: FunctionContext): FunctionCandidate[] {
  const { index, best } = context;
  return best.flatMap((ranked): FunctionCandidate[] => {
    const code = index.code[ranked.member];
    const chunkMember = code ? index.codeWithSymbols.indexOf(code) : -1;
    if (!code?.symbols || chunkMember < 0) return [];
    const { table, chunks } = code.symbols;
    const chunksOf = new Map<number, number[]>();
    const range = chunks.ofFile(ranked.file);
    for (let chunk = range.from; chunk < range.to; chunk++) {
      const symbol = chunks.symbols[chunk] ?? -1;
      if (symbol < 0) continue;
      const symbolChunks = chunksOf.get(symbol);
      if (symbolChunks) symbolChunks.push(chunk);
      else chunksOf.set(symbol, [chunk]);
    }
    const inFile = { context, ranked, code, chunkMember };
    return Array.from(chunksOf, ([symbol, chunkNumbers]) => {
      const row = table.row(symbol);
      return { inFile, symbol, row, nameTerms: termsOf(row.name), chunks: chunkNumbers, relativeFileScore: 0 };
    });
  });
}

/** Points of one feature for each candidate. */
function pointsOf(feature: FunctionFeature, candidates: readonly FunctionCandidate[]): Float64Array {
  const points = new Float64Array(candidates.length);
  let maximum = feature.floor ?? 1;
  candidates.forEach((candidate, at) => {
    const value = feature.compute(candidate);
    points[at] = value;
    if (feature.floor !== undefined && value > maximum) maximum = value;
  });
  for (let at = 0; at < points.length; at++) points[at] = (feature.weight * (points[at] ?? 0)) / maximum;
  return points;
}

/** Adds the points of each function's file and sorts, the best of all files first. */
export function rankFunctions(
  collected: readonly RankedFunction[],
  best: readonly Pick<RankedFile, "member" | "file" | "score">[],
): RankedFunction[] {
  const topScore = Math.max(1e-9, best[0]?.score ?? 0);
  const fileParts = new Map(
    best.map(({ member, file, score }) => [
      `${member}:${file}`,
      ownFile.weight * ownFile.compute({ relativeFileScore: Math.max(0, score) / topScore }),
    ]),
  );
  return collected
    .map((candidate) => {
      const file = fileParts.get(`${candidate.member}:${candidate.file}`) ?? 0;
      return { ...candidate, parts: { ...candidate.parts, file }, score: candidate.score + file };
    })
    .sort((a, b) => b.score - a.score || a.start - b.start);
}
