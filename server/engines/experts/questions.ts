import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { readQuestion } from "../question/question.ts";
import type { Feedback } from "../localize/features/feedback.ts";
import { rankIssue } from "../localize/rankIssue.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";
import type { ExpertQuery, QuestionFile } from "./personValues.ts";

/** Files that a text is about, at most; the weight falls with the rank. */
const MAX_FILES = 20;

export interface TextRequest {
  readonly title: string;
  readonly body: string;
  /** The files in question; localization decides when it is empty. */
  readonly paths?: readonly string[];
  /** Seconds since 1970; history at or after it is ignored. */
  readonly beforeSeconds: number | null;
  readonly issues?: ExpertQuery["issues"];
  /** Verdicts of users on files of earlier answers in this project. */
  readonly feedback?: readonly Feedback[];
}

/**
 * A report or question as what people are ranked by: files, and words for similar commits. The files are those of `rankIssue`, which
 * every other answer about the issue shows.
 */
export function expertQueryOf(
  index: OpenedIndex,
  { title, body, paths = [], beforeSeconds, issues = new Map(), feedback = [] }: TextRequest,
): ExpertQuery {
  const question = readQuestion(title, body);
  const named = paths.flatMap((path) => filesAtNearestPath(index, path));
  if (named.length > 0) return { files: named, isAboutPath: true, terms: question.terms, beforeSeconds, issues };
  const files = rankIssue(index, question, beforeSeconds, MAX_FILES, feedback).ranking.files.slice(0, MAX_FILES);
  const best = files[0]?.score ?? 1;
  return {
    files: files
      .filter(({ score }) => score > 0)
      .map(({ member, file, score }) => ({
        member,
        file,
        weight: (score / best) ** EXPERT_CONSTANTS.fileRankExponent.value,
      })),
    terms: question.terms,
    beforeSeconds,
    issues,
  };
}

/** The files at a path, which may be a file or a folder (with or without its last slash), in every repository that has it. */
export function filesAt(index: OpenedIndex, path: string): QuestionFile[] {
  const trimmed = path.replace(/^\.?\/+/, "").replace(/\/+$/, "");
  return index.code.flatMap(({ files }, member): QuestionFile[] => {
    const exact = files.find(trimmed);
    if (exact >= 0) return [{ member, file: exact, weight: 1 }];
    const inside: QuestionFile[] = [];
    const prefix = trimmed === "" ? "" : `${trimmed}/`;
    for (let file = 0; file < files.length; file++)
      if (files.path(file).startsWith(prefix)) inside.push({ member, file, weight: 1 });
    return inside;
  });
}

/** The same; for a path that is not there yet the nearest folder above that is. */
export function filesAtNearestPath(index: OpenedIndex, path: string): QuestionFile[] {
  for (let at = path.replace(/\/+$/, ""); at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const files = filesAt(index, at);
    if (files.length > 0) return files;
  }
  return [];
}
