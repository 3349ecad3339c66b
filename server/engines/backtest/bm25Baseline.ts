import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { readQuestion } from "../question/question.ts";

/** Plain BM25 of the same words over the bodies of the files, tests and pages left out: what the engine is measured against. */
export function bm25Baseline(index: OpenedIndex, title: string, body: string, limit: number): string[] {
  const [code] = index.code;
  const [scores] = index.codeGroup.score(readQuestion(title, body).terms, [1, 0, 0, 0]);
  if (!code || !scores) return [];
  return Array.from(scores.keys())
    .filter((file) => (scores[file] ?? 0) > 0 && code.files.kind(file) !== "test" && code.files.kind(file) !== "docs")
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, limit)
    .map((file) => code.files.path(file));
}
