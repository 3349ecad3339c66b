import type { OpenedIndex } from "../server/index/indexStore.ts";
import { STOP_WORDS } from "../server/index/stopWords.ts";
import { termsOfText } from "../server/index/tokenize.ts";

/** Plain BM25 of a text's words over the bodies of the files, tests and pages included, nothing else: what everything is measured against. */
export function plainFiles(index: OpenedIndex, text: string, limit: number): string[] {
  const [code] = index.code;
  const terms = new Set(termsOfText(text).flatMap(({ whole, stems }) => (STOP_WORDS.has(whole) ? [] : stems)));
  const [scores] = index.codeGroup.score(
    [...terms].map((term) => ({ term, weight: 1 })),
    [1, 0, 0, 0],
  );
  if (!code || !scores) return [];
  return Array.from(scores.keys())
    .filter((file) => (scores[file] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, limit)
    .map((file) => code.files.path(file));
}
