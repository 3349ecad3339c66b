import type { OpenedIndex } from "../../index/indexCache.ts";
import type { SymbolKind } from "../../index/text/symbols.ts";
import { termsOf } from "../../index/text/tokenize.ts";
import { chunkScoring } from "./features/bestChunk.ts";
import { commitScores } from "./features/similarCommits.ts";
import { framedFunctions } from "./framedFunctions.ts";
import { type PastFix, pastFixesOf } from "./functionHistory.ts";
import type { Question } from "../report/question.ts";
import type { RankedFile, Ranking } from "./rankFiles.ts";

/** What a function's points are made of. Each part is at most 1 times its weight. */
export const FUNCTION_FEATURES = {
  file: { weight: 1.5, about: "the score of its file", source: "engines-measured.md, 2026-11-21 real reports" },
  words: {
    weight: 1.3,
    about: "bM25F of title and body over the function",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  title: {
    weight: 0.65,
    about: "the same for the title alone",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  nameOverlap: {
    weight: 0.25,
    about: "how many words of its name the issue has",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  exactName: {
    weight: 0.65,
    about: "the issue names it; the full weight requires its class as well",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  qualified: {
    weight: 0.45,
    about: "the issue names it with its class in front",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  uses: {
    weight: 0.4,
    about: "identifiers of the issue that it uses, by rarity",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  message: {
    weight: 0.25,
    about: "what the program said when it failed",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  frame: { weight: 1.3, about: "a stack frame lies in it", source: "ADR 0050" },
  length: {
    weight: 0.85,
    about: "longer functions are changed more often",
    source: "engines-measured.md, 2026-11-21 real reports",
  },
  fixHistory: { weight: 0.6, about: "lately changed by commits that read alike", source: "ADR 0050" },
  test: { weight: -0.6, about: "it only tries what others do", source: "ADR 0050" },
} as const satisfies Record<string, { weight: number; about: string; source: string }>;

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
  readonly parts: Readonly<Record<keyof typeof FUNCTION_FEATURES, number>>;
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
      // Squared: a function of the fifth file has to be much better to rank before those of the first.
      FUNCTION_FEATURES.file.weight * (Math.max(0, score) / topScore) ** 2,
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
      words: (FUNCTION_FEATURES.words.weight * raw.words) / most.words,
      title: (FUNCTION_FEATURES.title.weight * raw.title) / most.title,
      nameOverlap: FUNCTION_FEATURES.nameOverlap.weight * raw.nameOverlap,
      exactName: FUNCTION_FEATURES.exactName.weight * raw.exactName,
      qualified: FUNCTION_FEATURES.qualified.weight * raw.qualified,
      uses: (FUNCTION_FEATURES.uses.weight * raw.uses) / most.uses,
      message: (FUNCTION_FEATURES.message.weight * raw.message) / most.message,
      frame: FUNCTION_FEATURES.frame.weight * raw.frame,
      length: FUNCTION_FEATURES.length.weight * raw.length,
      fixHistory: (FUNCTION_FEATURES.fixHistory.weight * raw.fixHistory) / most.fixHistory,
      test: FUNCTION_FEATURES.test.weight * raw.test,
    };
    return { ...candidate, parts, score: Object.values(parts).reduce((sum, value) => sum + value, 0) };
  });
}
