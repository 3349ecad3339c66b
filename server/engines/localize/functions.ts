import type { OpenedIndex } from "../../index/indexCache.ts";
import type { SymbolKind } from "../../index/symbols.ts";
import { termsOf } from "../../index/tokenize.ts";
import { chunkScoring } from "./features/bestChunk.ts";
import { commitScores } from "./features/similarCommits.ts";
import { framedFunctions } from "./framedFunctions.ts";
import { type PastFix, pastFixesOf } from "./functionHistory.ts";
import type { Question } from "../report/question.ts";
import type { RankedFile, Ranking } from "./rankFiles.ts";

/** What a function's points are made of. Each part is at most 1 times its weight. */
export const FUNCTION_WEIGHTS = {
  /** The score of its file. */
  file: 1.5,
  /** BM25F of title and body over the function. */
  words: 1.3,
  /** The same for the title alone. */
  title: 0.65,
  /** How many words of its name the issue has. */
  nameOverlap: 0.25,
  /** The issue names it; the full weight requires its class as well. */
  exactName: 0.65,
  /** The issue names it with its class in front. */
  qualified: 0.45,
  /** Identifiers of the issue that it uses, by rarity. */
  uses: 0.4,
  /** What the program said when it failed. */
  message: 0.25,
  /** A stack frame lies in it. */
  frame: 1.3,
  /** Longer functions are changed more often. */
  length: 0.85,
  /** Lately changed by commits that read alike. */
  fixHistory: 0.6,
  /** It only tries what others do. */
  test: -0.6,
} as const;

/** Names that are looked for inside functions; the surest are first. */
const MAX_IDENTIFIERS = 30;

/** What past commits say brings all its points to a function of which they say this much: a young history knows little. */
const FIX_HISTORY_FLOOR = 0.25;

export interface RankedFunction {
  readonly member: number;
  readonly file: number;
  readonly name: string;
  readonly container: string;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly parts: Readonly<Record<keyof typeof FUNCTION_WEIGHTS, number>>;
  /** Commits of its repository that speak for it, in no order. */
  readonly commits: readonly PastFix[];
}

/**
 * The functions and methods inside the best files with all that speaks for them but their files, in no order.
 *
 * @param before seconds since 1970; history at or after it is not looked at.
 */
export function collectFunctions(
  index: OpenedIndex,
  question: Question,
  ranking: Ranking,
  best: readonly RankedFile[],
  before: number | null = null,
): RankedFunction[] {
  const { chunkScores } = chunkScoring(ranking.context);
  const titleScores = index.chunkGroup.score(question.titleTerms);
  const useScores = index.chunkGroup.score(
    question.identifiers.slice(0, MAX_IDENTIFIERS).map(({ whole, certainty }) => ({ term: whole, weight: certainty })),
  );
  const saidScores = question.messageTerms.length === 0 ? [] : index.chunkGroup.score(question.messageTerms);
  const qualified = new Map(
    question.qualified.map(({ owner, name, certainty }) => [`${owner}.${name}`.toLowerCase(), certainty]),
  );
  const framed = framedFunctions(index, question, best);
  const terms = new Set(question.terms.map(({ term }) => term));
  const names = new Map(question.identifiers.map(({ whole, certainty }) => [whole, certainty]));
  const candidates: RankedFunction[] = [];
  for (const ranked of best) {
    const code = index.code[ranked.member];
    const member = code ? index.codeWithSymbols.indexOf(code) : -1;
    if (!code?.symbols || member < 0) continue;
    const { table, chunks } = code.symbols;
    const bodyOf = new Map<number, { words: number; title: number; uses: number; message: number }>();
    const range = chunks.ofFile(ranked.file);
    for (let chunk = range.from; chunk < range.to; chunk++) {
      const symbol = chunks.symbols[chunk] ?? -1;
      if (symbol < 0) continue;
      const known = bodyOf.get(symbol) ?? { words: 0, title: 0, uses: 0, message: 0 };
      known.words = Math.max(known.words, chunkScores[member]?.[chunk] ?? 0);
      known.title = Math.max(known.title, titleScores[member]?.[chunk] ?? 0);
      known.uses = Math.max(known.uses, useScores[member]?.[chunk] ?? 0);
      known.message = Math.max(known.message, saidScores[member]?.[chunk] ?? 0);
      bodyOf.set(symbol, known);
    }
    const isTest = !question.isAboutTests && code.files.kind(ranked.file) === "test";
    const pastOf = pastFixesOf(index, code, ranked.file, commitScores(ranking.context), before);
    for (const [symbol, { words, title, uses, message }] of bodyOf) {
      const row = table.row(symbol);
      const { whole, stems } = termsOf(row.name);
      const named = names.get(whole) ?? 0;
      const classNamed = row.container !== "" && names.has(termsOf(row.container).whole);
      const past = pastOf.get(symbol);
      candidates.push({
        member: ranked.member,
        file: ranked.file,
        name: row.name,
        container: row.container,
        kind: row.kind,
        start: row.start,
        end: row.end,
        score: 0,
        parts: {
          file: 0,
          words,
          title,
          nameOverlap: stems.length === 0 ? 0 : stems.filter((stem) => terms.has(stem)).length / stems.length,
          qualified: qualified.get(`${row.container}.${row.name}`.toLowerCase()) ?? 0,
          uses,
          message,
          exactName: named * (classNamed ? 1 : 0.7),
          frame: framed.get(`${ranked.member}:${symbol}`) ?? 0,
          length: Math.min(1, Math.log10(1 + row.end - row.start) / 2.5),
          fixHistory: past?.points ?? 0,
          test: isTest ? 1 : 0,
        },
        commits: past?.commits ?? [],
      });
    }
  }
  return weighted(candidates);
}

/** Gives each function its part in its file's score and sorts, the best of all files first. */
export function rankFunctions(
  collected: readonly RankedFunction[],
  best: readonly Pick<RankedFile, "member" | "file" | "score">[],
): RankedFunction[] {
  const topScore = Math.max(1e-9, best[0]?.score ?? 0);
  const fileParts = new Map(
    best.map(({ member, file, score }) => [
      `${member}:${file}`,
      // Squared: a function of the fifth file has to be much better to stand before those of the first.
      FUNCTION_WEIGHTS.file * (Math.max(0, score) / topScore) ** 2,
    ]),
  );
  return collected
    .map((found) => {
      const file = fileParts.get(`${found.member}:${found.file}`) ?? 0;
      return { ...found, parts: { ...found.parts, file }, score: found.score + file };
    })
    .sort((a, b) => b.score - a.score || a.start - b.start);
}

/** Divides the text parts by their largest and applies the weights. */
function weighted(candidates: readonly RankedFunction[]): RankedFunction[] {
  const most = { words: 1e-9, title: 1e-9, uses: 1e-9, message: 1e-9, fixHistory: FIX_HISTORY_FLOOR };
  for (const { parts } of candidates) {
    most.words = Math.max(most.words, parts.words);
    most.title = Math.max(most.title, parts.title);
    most.uses = Math.max(most.uses, parts.uses);
    most.message = Math.max(most.message, parts.message);
    most.fixHistory = Math.max(most.fixHistory, parts.fixHistory);
  }
  return candidates.map((candidate) => {
    const { parts: raw } = candidate;
    const parts = {
      file: 0,
      words: (FUNCTION_WEIGHTS.words * raw.words) / most.words,
      title: (FUNCTION_WEIGHTS.title * raw.title) / most.title,
      nameOverlap: FUNCTION_WEIGHTS.nameOverlap * raw.nameOverlap,
      exactName: FUNCTION_WEIGHTS.exactName * raw.exactName,
      qualified: FUNCTION_WEIGHTS.qualified * raw.qualified,
      uses: (FUNCTION_WEIGHTS.uses * raw.uses) / most.uses,
      message: (FUNCTION_WEIGHTS.message * raw.message) / most.message,
      frame: FUNCTION_WEIGHTS.frame * raw.frame,
      length: FUNCTION_WEIGHTS.length * raw.length,
      fixHistory: (FUNCTION_WEIGHTS.fixHistory * raw.fixHistory) / most.fixHistory,
      test: FUNCTION_WEIGHTS.test * raw.test,
    };
    return { ...candidate, parts, score: Object.values(parts).reduce((sum, value) => sum + value, 0) };
  });
}
