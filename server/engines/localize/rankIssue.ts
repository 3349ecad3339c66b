import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { Feedback } from "./features/feedback.ts";
import { type RankedFunction, collectFunctions, rankFunctions } from "./functions.ts";
import type { Question } from "../question/question.ts";
import { type RankedFile, type Ranking, rankFiles } from "./rankFiles.ts";
import { BEST_FUNCTION_POINTS, FILE_CONSTANTS } from "./localizeWeights.ts";

export interface IssueRanking {
  readonly ranking: Ranking;
  /** Functions of the best files, the best first. */
  readonly functions: readonly RankedFunction[];
}

/**
 * Files and functions of an issue. The files are ranked as wholes first; then the first thirty are
 * ordered again by the evidence for the best function of each, and the functions are ranked inside that order (ADR 0071).
 *
 * @param beforeSeconds seconds since 1970; history at or after it is ignored.
 */
export function rankIssue(
  index: OpenedIndex,
  question: Question,
  beforeSeconds: number | null,
  limit: number,
  feedback: readonly Feedback[] = [],
): IssueRanking {
  const ranked = rankFiles(
    index,
    question,
    beforeSeconds,
    Math.max(limit, FILE_CONSTANTS.filesWithFunctions.value),
    feedback,
  );
  const best = ranked.files.slice(0, FILE_CONSTANTS.filesWithFunctions.value);
  const collected = collectFunctions(index, question, ranked, best, beforeSeconds);
  // The first thirty only gain points, so none of the others can pass them.
  const files = [...raisedByFunctions(best, collected), ...ranked.files.slice(FILE_CONSTANTS.filesWithFunctions.value)];
  return {
    ranking: { ...ranked, files },
    functions: rankFunctions(collected, files.slice(0, FILE_CONSTANTS.filesWithFunctions.value)),
  };
}

function raisedByFunctions(best: readonly RankedFile[], collected: readonly RankedFunction[]): RankedFile[] {
  const ofFile = new Map<string, number>();
  let maximum = 1e-9;
  for (const { member, file, score: all, parts } of collected) {
    const key = `${member}:${file}`;
    // The file's own score already includes its history and its kind.
    const score = all - parts.fixHistory - parts.test;
    if (score > (ofFile.get(key) ?? 0)) ofFile.set(key, score);
    if (score > maximum) maximum = score;
  }
  return best
    .map((ranked): RankedFile => {
      const { member, file, score, penalty } = ranked;
      const functionPoints = (BEST_FUNCTION_POINTS * (ofFile.get(`${member}:${file}`) ?? 0)) / maximum;
      const unpenalized = score - penalty;
      const unpenalizedShare = unpenalized > 0 ? score / unpenalized : 1;
      return {
        ...ranked,
        functionPoints,
        score: score + unpenalizedShare * functionPoints,
        penalty: penalty - (1 - unpenalizedShare) * functionPoints,
      };
    })
    .sort((a, b) => b.score - a.score || a.member - b.member || a.file - b.file);
}
