/** How a query was understood, and what else it can mean: a correction, a pattern written as a word, a repaired mistake. */
import type { Reinterpretation, SearchAnswer } from "../../../../contract/search/search.ts";
import { leavesOf } from "../../../../contract/query/queryNodes.ts";
import { replaceWord } from "../../../../contract/query/replaceWord.ts";
import { parseQuery } from "../../../../contract/query/searchQuery.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { exactHits } from "../collections/exact.ts";
import { compilePattern } from "../patterns/compilePattern.ts";
import { type Plan, planQuery } from "./plan.ts";

/** Another query for what may be meant. */
export type Reading = Pick<SearchAnswer["readings"][number], "code" | "q">;

/** A query as it is searched. */
export interface UnderstoodQuery {
  /** The query with its words corrected. */
  readonly q: string;
  readonly plan: Plan;
  readonly reinterpreted: readonly Reinterpretation[];
}

/** Words that begin with the one of the query, named in the answer. */
export const MAX_NAMED = 5;
/** Readings that are counted: each is a search. */
const MAX_READINGS = 4;
/** Longer words are corrected by two edits, shorter ones by one; others are only suggested. */
const MIN_LENGTH_FOR_TWO_EDITS = 8;

/** Plans a query. A word that occurs nowhere is replaced by a near one, unless the whole names something, as a hash or a path does. */
export function understand(index: OpenedIndex, q: string): UnderstoodQuery {
  const written = planQuery(index, q);
  const missing = namesSomething(index, written) ? [] : written.missing;
  const { q: corrected, corrections } = correct(q, missing);
  const plan = corrected === q ? written : { ...planQuery(index, corrected), mistakes: written.mistakes };
  return { q: corrected, plan, reinterpreted: [...corrections, ...expansionsOf(plan)] };
}

/** Whether a query with unknown words names something by its identity; then nothing in it is corrected. */
export const namesSomething = (index: OpenedIndex, { missing, name }: Plan): boolean =>
  missing.length > 0 && exactHits(index, name).length > 0;

/** The query with its unknown words corrected, and the corrections; those that are only likely are left to the reader. */
export function correct(
  q: string,
  missing: Plan["missing"],
): { readonly q: string; readonly corrections: readonly Reinterpretation[] } {
  const certain = missing.filter(isCertain);
  const corrected = certain.reduce((text, { word, suggestion }) => replaceWord(text, word, suggestion), q);
  const corrections = certain.map(({ word, suggestion }) => ({ code: "spelling" as const, word, by: [suggestion] }));
  return { q: corrected, corrections: corrected === q ? [] : corrections };
}

/** Words of a plan that occur nowhere and are read as others. */
export const expansionsOf = ({ words }: Plan): Reinterpretation[] =>
  words.flatMap(({ text, expansion }) =>
    expansion === null ? [] : [{ code: expansion.code, word: text, by: expansion.by.slice(0, MAX_NAMED) }],
  );

const isCertain = (missing: Plan["missing"][number]): missing is Plan["missing"][number] & { suggestion: string } =>
  missing.suggestion !== null &&
  /^\p{L}+$/u.test(missing.word) &&
  (missing.word.length >= MIN_LENGTH_FOR_TWO_EDITS || missing.edits === 1);

/** Other readings of a query, the likeliest first; without those that are the query itself. */
export function otherReadings(
  q: string,
  {
    plan,
    reinterpreted,
  }: Pick<UnderstoodQuery, "reinterpreted"> & { readonly plan: Pick<Plan, "missing" | "mistakes"> },
): Reading[] {
  const words = leavesOf(parseQuery(q).root).flatMap(({ leaf, isExcluded }) =>
    leaf.kind === "word" && !isExcluded ? [leaf] : [],
  );
  const literal = reinterpreted.reduce((text, { word }) => replaceWord(text, word, `"${word}"`), q);
  const inside = plan.missing
    .filter(({ word }) => words.some(({ text }) => text.toLowerCase() === word))
    .reduce((text, { word }) => replaceWord(text, word, `"${word}"`), q);
  const readings: Reading[] = [
    ...plan.mistakes.flatMap(({ at, end, fix }): Reading[] =>
      fix === null ? [] : [{ code: "fix", q: (q.slice(0, at) + fix + q.slice(end)).trim() }],
    ),
    ...words.flatMap((leaf): Reading[] => {
      const pattern = patternOf(leaf.text);
      return pattern === null ? [] : [{ code: "pattern", q: q.slice(0, leaf.at) + pattern + q.slice(leaf.end) }];
    }),
    { code: "literal", q: literal },
    { code: "inside", q: inside },
  ];
  const seen = new Set([q.trim(), ""]);
  return readings.filter((reading) => !seen.has(reading.q) && seen.add(reading.q)).slice(0, MAX_READINGS);
}

/** Signs of a regular expression in a word: `a.*b`, `\\w`, `[a-z]`, `(a|b)`, `a|b`. */
const PATTERN_SIGNS = /\.[*+]|\\[wdsbWDSB]|\[\^?\w-\w[^\]]*\]|\(.*\|.*\)|\w\|\w/;

/** A word as a regular expression: `follow.*redirect`, and the wild cards `handle*` and `*Handler`; null for a plain word. */
function patternOf(word: string): string | null {
  const wildcard = /^(\*?)(\w{2,})(\*?)$/.exec(word);
  const source =
    wildcard && (wildcard[1] !== "" || wildcard[3] !== "")
      ? `${wildcard[1] === "" ? String.raw`\b` : ""}${wildcard[2] ?? ""}${wildcard[3] === "" ? String.raw`\b` : ""}`
      : PATTERN_SIGNS.test(word) && !word.includes("/")
        ? word
        : null;
  return source === null || "problem" in compilePattern(source, false) ? null : `/${source}/`;
}
