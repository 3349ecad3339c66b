import type { OpenedIndex } from "../../server/index/OpenedIndex.ts";
import { STOP_WORDS } from "../../server/index/text/stopWords.ts";
import { termsOfText } from "../../server/index/text/tokenize.ts";
import { functionId } from "../questions/changedFunctions.ts";

/**
 * Plain BM25 of a text's words over the bodies and comments of the functions of some files, nothing else: the baseline for the order of
 * functions. Names them as `changedFunctions` does.
 */
export function bm25Functions(index: OpenedIndex, text: string, paths: readonly string[]): string[] {
  const [code] = index.code;
  const [scores] = index.chunkGroup.score(termsOfPlain(text), [1, 0, 0, 0, 1]);
  if (!code?.symbols || !scores) return [];
  const { chunks, table } = code.symbols;
  const best = new Map<string, number>();
  for (const path of paths) {
    const { from, to } = chunks.ofFile(code.files.find(path));
    for (let chunk = from; chunk < to; chunk++) {
      const symbol = chunks.symbols[chunk] ?? -1;
      const score = scores[chunk] ?? 0;
      if (symbol < 0 || score === 0) continue;
      const id = functionId(path, table.start(symbol));
      best.set(id, Math.max(best.get(id) ?? 0, score));
    }
  }
  return [...best].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

function termsOfPlain(text: string): { term: string; weight: number }[] {
  const terms = new Set(termsOfText(text).flatMap(({ fullTerm, stems }) => (STOP_WORDS.has(fullTerm) ? [] : stems)));
  return [...terms].map((term) => ({ term, weight: 1 }));
}

/** Plain BM25 of a text's words over the bodies of the files, including tests and pages, nothing else: the baseline of all rankings. */
export function bm25Files(index: OpenedIndex, text: string, limit: number): string[] {
  const [code] = index.code;
  const [scores] = index.codeGroup.score(termsOfPlain(text), [1, 0, 0, 0]);
  if (!code || !scores) return [];
  return Array.from(scores.keys())
    .filter((file) => (scores[file] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, limit)
    .map((file) => code.files.path(file));
}
