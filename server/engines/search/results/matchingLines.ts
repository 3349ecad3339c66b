import { compoundStemsOf } from "../../../index/text/compoundWords.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { scanTokens, termsOf } from "../../../index/text/tokenize.ts";
import { checkpoint } from "../../checkpoint.ts";
import { allMatches } from "../patterns/patternMatches.ts";
import type { Pattern } from "../patterns/compilePattern.ts";
import { PhraseText } from "../patterns/phraseText.ts";
import type { Plan } from "../query/plan.ts";
import { type SearchTerm, hasWord, parseTerms } from "../query/queryTerms.ts";
import { TokenMatcher, matchedLines, minimumWords, rangesOf } from "./snippets.ts";

/** Maximum characters of a line that are matched. */
export const MAX_LINE_LENGTH = 2000;
/** Matches of a line that are marked, about. */
const MAX_RANGES = 100;
/** Matches between two checkpoints. */
const MATCHES_PER_CHECK = 1024;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The lines of a text that match, counted from 0, each with what is marked in it. */
export type LineRanges = ReadonlyMap<number, readonly Range[]>;

/**
 * The lines of a text that contain a phrase of a query, match one of its regular expressions, or have at least half of the words of the
 * text's best line, in their order.
 */
export function matchingLines(index: OpenedIndex, source: string, plan: Plan): LineRanges {
  const text = new LinedText(source);
  const matches = new Map<number, Range[]>();
  const add = (line: number, ranges: readonly Range[]): void => {
    const previous = matches.get(line);
    if (!previous) matches.set(line, [...ranges]);
    else if (previous.length < MAX_RANGES) previous.push(...ranges);
  };
  addPatternLines(text, plan.patterns, add);
  addPhraseLines(text, plan, add);
  addWordLines(text, [...plan.words.slice(0, plan.free), ...parseTerms(index, plan.boundTexts).words], add);
  return new Map([...matches].sort(([a], [b]) => a - b).map(([line, ranges]) => [line, disjoint(ranges)]));
}

/** A text and its lines, counted from 0. */
class LinedText {
  readonly text: string;
  readonly lines: readonly string[];
  /** Offset of each line. */
  readonly starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.lines = text.split("\n");
    let next = 0;
    this.starts = this.lines.map((line) => {
      const start = next;
      next += line.length + 1;
      return start;
    });
  }
}

type AddLine = (line: number, ranges: readonly Range[]) => void;

function addPatternLines({ lines }: LinedText, patterns: readonly Pattern[], add: AddLine): void {
  if (patterns.length === 0) return;
  for (const [number, fullLine] of lines.entries()) {
    if ((number & 255) === 0) checkpoint();
    const line = fullLine.slice(0, MAX_LINE_LENGTH);
    for (const pattern of patterns) {
      const first = pattern.find(line);
      if (first) add(number, allMatches(line, pattern, first));
    }
  }
}

/** A phrase may extend over several lines. One that is found only without accents marks its whole lines. */
function addPhraseLines({ text, lines, starts }: LinedText, { phrases }: Plan, add: AddLine): void {
  for (const { isIn, expression } of phrases) {
    let count = 0;
    let first = 0;
    for (const { index: from, 0: matched } of text.matchAll(expression)) {
      if (count++ % MATCHES_PER_CHECK === 0) checkpoint();
      while ((starts[first + 1] ?? Infinity) <= from) first++;
      addSpan(starts, first, { from, to: from + matched.length }, add);
    }
    if (count > 0) continue;
    for (const [number, line] of lines.entries()) {
      if (number % MATCHES_PER_CHECK === 0) checkpoint();
      if (isIn(new PhraseText(line))) add(number, [{ from: 0, to: line.length }]);
    }
  }
}

/** The lines of a range of the text, which begins in line `first`. */
function addSpan(starts: readonly number[], first: number, { from, to }: Range, add: AddLine): void {
  for (let line = first; line < starts.length && (starts[line] ?? 0) < to; line++) {
    const start = starts[line] ?? 0;
    const end = (starts[line + 1] ?? Infinity) - 1;
    add(line, [{ from: Math.max(0, from - start), to: Math.min(to, end) - start }]);
  }
}

/** A line has a word as a document has it: its whole name, all of its stems, or a variant. */
function addWordLines({ text, starts }: LinedText, words: readonly SearchTerm[], add: AddLine): void {
  const required = words.filter(({ isStopWord }) => !isStopWord);
  const matcher = new TokenMatcher(required);
  const result: { readonly number: number; readonly line: string; readonly present: readonly SearchTerm[] }[] = [];
  let number = 0;
  for (const { start, line } of matchedLines(text, matcher, [])) {
    while ((starts[number + 1] ?? Infinity) <= start) number++;
    const terms = new Set<string>();
    scanTokens(line, (token) => {
      const { fullTerm, stems } = termsOf(token);
      for (const term of [fullTerm, ...stems, ...compoundStemsOf(token)]) terms.add(term);
    });
    const present = required.filter((word) => hasWord(word, (term) => terms.has(term)));
    if (present.length > 0) result.push({ number, line, present });
  }
  const minimum = minimumWords(result.reduce((maximum, { present }) => Math.max(maximum, present.length), 0));
  for (const { number: at, line, present } of result)
    if (present.length >= minimum) add(at, rangesOf(line, new TokenMatcher(present)));
}

/** Ranges of the shown part of a line in order without overlap; those that touch are one. */
function disjoint(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  const shown = ranges
    .filter(({ from }) => from < MAX_LINE_LENGTH)
    .map(({ from, to }) => ({ from, to: Math.min(to, MAX_LINE_LENGTH) }));
  for (const range of shown.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) merged.splice(-1, 1, { from: last.from, to: Math.max(last.to, range.to) });
    else merged.push(range);
  }
  return merged;
}
