import type { Localization, LocalizedFile, LocalizedFunction } from "../../../contract/issues/localization.ts";
import { secondsOf } from "../../../contract/durations.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { confidenceOf } from "./confidence.ts";
import type { Feedback } from "./features/feedback.ts";
import type { RankedFunction } from "./functions.ts";
import { type Question, readQuestion } from "../question/question.ts";
import type { RankedFile } from "./rankFiles.ts";
import { rankIssue } from "./rankIssue.ts";
import { functionReasons, reasonsOf } from "./reasons.ts";
import { TermEvidence } from "./TermEvidence.ts";
import { chunkScoring } from "./features/bestChunk.ts";
import { namedLineFinder } from "./namedLines.ts";
import { snippetOf } from "./snippet.ts";

export interface LocalizeQuestion {
  readonly title: string;
  readonly body: string;
  /** Milliseconds since 1970: history at or after it is ignored. Null uses all history. */
  readonly beforeMs: number | null;
  /** Verdicts of users on files of earlier answers in this project. */
  readonly feedback?: readonly Feedback[];
}

export interface LocalizeOptions {
  /** Files in the answer. */
  readonly limit?: number;
  /** Functions listed under one file. */
  readonly functionsPerFile?: number;
}

const DEFAULTS = { limit: 20, functionsPerFile: 5 };
/** Results with reasons and snippets; users rarely open later ones. */
const MAX_EXPLAINED = 20;

/**
 * Where in the code an issue belongs: files in rank order with the reasons that add up to their scores, and functions in them.
 * The method is a linear sum of features (`fileFeatures.ts`); it needs no language model and looks at nothing but the index.
 */
export function localize(index: OpenedIndex, report: LocalizeQuestion, options: LocalizeOptions = {}): Localization {
  const { limit, functionsPerFile } = { ...DEFAULTS, ...options };
  const startedAt = performance.now();
  const question = readQuestion(report.title, report.body);
  const beforeSeconds = beforeSecondsOf(report);
  const { ranking, functions: ranked } = rankIssue(index, question, beforeSeconds, limit, report.feedback);
  const shown = ranking.files.slice(0, limit);
  const functions = byFile(ranked);
  const explained = shown.slice(0, MAX_EXPLAINED);
  const evidence = new TermEvidence(index, question, explained);
  const gains = new Map<string, number>();
  const gainOf = (term: string): number => {
    let gain = gains.get(term);
    if (gain === undefined) gains.set(term, (gain = index.codeGroup.idf(index.codeGroup.documentCount(term))));
    return gain;
  };

  const lineOf = namedLineFinder(index, question);
  const { bestChunkOf } = chunkScoring(ranking.context);
  const files = shown.flatMap((ranked, rank): LocalizedFile[] => {
    const code = index.code[ranked.member];
    if (!code) return [];
    const inside = (functions.get(keyOf(ranked)) ?? []).slice(0, functionsPerFile);
    const isExplained = rank < explained.length;
    const chunk = bestChunkOf[ranked.member]?.[ranked.file] ?? -1;
    const range =
      chunk >= 0 && code.symbols
        ? { start: code.symbols.chunks.starts[chunk] ?? 1, end: code.symbols.chunks.ends[chunk] ?? 1 }
        : null;
    return [
      {
        path: code.files.path(ranked.file),
        repository: code.part.source,
        language: code.files.language(ranked.file) || null,
        score: ranked.score,
        reasons: isExplained ? reasonsOf(ranking, ranked, evidence) : [],
        line: lineOf(ranked),
        snippet: isExplained ? snippetOf(code, ranked.file, question, gainOf, range) : null,
        functions: inside.map((rankedFunction) => presentFunction(index, rankedFunction, question)),
        verdict: null,
      },
    ];
  });
  return {
    took_ms: performance.now() - startedAt,
    confidence: confidenceOf(ranking),
    files,
    repositories: index.code.map(({ part }) => ({
      id: part.source,
      name: part.name,
      commit: part.commit,
      indexed_at: part.builtAt,
    })),
  };
}

const beforeSecondsOf = ({ beforeMs }: LocalizeQuestion): number | null =>
  beforeMs === null ? null : secondsOf(beforeMs);

const presentFunction = (
  index: OpenedIndex,
  rankedFunction: RankedFunction,
  question: Question,
): LocalizedFunction => ({
  name: rankedFunction.container ? `${rankedFunction.container}.${rankedFunction.name}` : rankedFunction.name,
  kind: rankedFunction.kind,
  start_line: rankedFunction.start,
  end_line: rankedFunction.end,
  score: rankedFunction.score,
  reasons: functionReasons(index, rankedFunction, question),
});

/** A likely file of an issue. */
export interface LikelyPlace {
  readonly repository: string;
  readonly path: string;
  readonly score: number;
}

/** The best files alone, with where they are: for engines that build on the places of an issue. */
export const rankIssuePaths = (index: OpenedIndex, report: LocalizeQuestion, limit: number): LikelyPlace[] =>
  rankIssuePlaces(index, report, limit).places;

/** The same, with the strength of the evidence. */
export function rankIssuePlaces(
  index: OpenedIndex,
  report: LocalizeQuestion,
  limit: number,
): { readonly places: LikelyPlace[]; readonly confidence: Localization["confidence"] } {
  const beforeSeconds = beforeSecondsOf(report);
  const { ranking } = rankIssue(index, readQuestion(report.title, report.body), beforeSeconds, limit, report.feedback);
  const places = ranking.files.slice(0, limit).flatMap(({ member, file, score }) => {
    const code = index.code[member];
    return code ? [{ repository: code.part.source, path: code.files.path(file), score }] : [];
  });
  return { places, confidence: confidenceOf(ranking) };
}

/** Paths and functions in rank order, without reasons and snippets: for measuring. */
export function rankAll(
  index: OpenedIndex,
  report: LocalizeQuestion,
  limit: number,
): {
  files: { path: string; score: number }[];
  functions: { path: string; name: string; container: string; start: number; end: number; score: number }[];
} {
  const question = readQuestion(report.title, report.body);
  const beforeSeconds = beforeSecondsOf(report);
  const { ranking, functions } = rankIssue(index, question, beforeSeconds, limit, report.feedback);
  const pathOf = ({ member, file }: Pick<RankedFile, "member" | "file">): string =>
    index.code[member]?.files.path(file) ?? "";
  return {
    files: ranking.files.slice(0, limit).map((ranked) => ({ path: pathOf(ranked), score: ranked.score })),
    functions: functions.map(({ name, container, start, end, score, ...place }) => ({
      path: pathOf(place),
      name,
      container,
      start,
      end,
      score,
    })),
  };
}

const keyOf = ({ member, file }: Pick<RankedFile, "member" | "file">): string => `${member}:${file}`;

function byFile(functions: readonly RankedFunction[]): Map<string, RankedFunction[]> {
  const grouped = new Map<string, RankedFunction[]>();
  for (const rankedFunction of functions) {
    const key = keyOf(rankedFunction);
    const fileFunctions = grouped.get(key);
    if (fileFunctions) fileFunctions.push(rankedFunction);
    else grouped.set(key, [rankedFunction]);
  }
  return grouped;
}
