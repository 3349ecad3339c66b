import type { FileMatches } from "../../../contract/search.ts";
import { type OpenedIndex, textOfFile } from "../../index/indexCache.ts";
import { compoundStemsOf } from "../../index/text/compoundWords.ts";
import { scanTokens, termsOf } from "../../index/text/tokenize.ts";
import { checkpoint } from "../checkpoint.ts";
import type { DocumentRef } from "./collection.ts";
import { collectionsOf } from "./collections.ts";
import { Conditions } from "./conditions.ts";
import { allMatches, type Pattern } from "./patterns.ts";
import { PhraseText, type Plan } from "./plan.ts";
import { understand } from "./readings.ts";
import type { SearchTerm } from "./queryTerms.ts";
import type { SearchRequest } from "./searchRequest.ts";
import { TokenMatcher, markRanges, matchedLines, minimumWords, rangesOf } from "./snippets.ts";

/** Lines before and after a match. */
const CONTEXT_LINES = 2;
/** Matches that one answer shows. */
const MAX_SHOWN = 200;
const MAX_LINE_LENGTH = 2000;

/** A file, and the query as the search was asked for it. */
export interface FileMatchesRequest extends Pick<SearchRequest, "q" | "sourceNames" | "people" | "now"> {
  readonly source: string;
  readonly path: string;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * All lines of a file that match a query, each with its context: those that contain a phrase, match a regular expression, or have at least
 * half of the words of the file's best line. None for a file that does not fulfil the query's conditions, or is found by filters alone.
 * @returns null when the index has no such file
 */
export function fileMatches(
  index: OpenedIndex,
  { q, source, path, ...request }: FileMatchesRequest,
): FileMatches | null {
  const member = index.code.findIndex(({ part }) => part.source === source);
  const code = index.code[member];
  const file = code?.files.find(path) ?? -1;
  if (!code || file < 0) return null;
  const { plan } = understand(index, q);
  if (!fulfils(index, { member, document: file }, plan, request)) return { total: 0, truncated: false, lines: [] };
  const text = textOfFile(code, file);
  const matches = new Map<number, Range[]>();
  const add = (line: number, ranges: readonly Range[]): void => {
    matches.set(line, [...(matches.get(line) ?? []), ...ranges]);
  };
  addPatternLines(text, plan.patterns, add);
  addPhraseLines(text, plan, add);
  addWordLines(text, plan.lineWords, add);
  const lines = new Map([...matches].sort(([a], [b]) => a - b).map(([line, ranges]) => [line, disjoint(ranges)]));
  return { total: lines.size, truncated: lines.size > MAX_SHOWN, lines: withContext(text, lines) };
}

function fulfils(
  index: OpenedIndex,
  place: DocumentRef,
  plan: Plan,
  { sourceNames, people, now }: Pick<FileMatchesRequest, "sourceNames" | "people" | "now">,
): boolean {
  if (plan.conditions.length === 0) return true;
  const collection = collectionsOf(index, people).find(
    ({ group, isName, membership }) =>
      group === index.codeGroup && isName !== true && membership?.[place.member]?.[place.document] === 1,
  );
  if (!collection) return false;
  const context = {
    sourceNames: sourceNames ?? new Map(index.code.map(({ part }) => [part.source, part.name])),
    now: now ?? Date.now(),
  };
  const candidates = collection.group.members.map((_, member) =>
    member === place.member ? Uint32Array.of(place.document) : new Uint32Array(0),
  );
  const conditions = new Conditions(collection, plan.conditions, context, candidates);
  if (conditions.marks?.[place.member]?.[place.document] === 0) return false;
  return !conditions.mustVerify(place.member, place.document) || conditions.verify(place, collection);
}

type AddLine = (line: number, ranges: readonly Range[]) => void;

function addPatternLines(text: string, patterns: readonly Pattern[], add: AddLine): void {
  if (patterns.length === 0) return;
  for (const [number, whole] of text.split("\n").entries()) {
    if ((number & 255) === 0) checkpoint();
    const line = whole.slice(0, MAX_LINE_LENGTH);
    for (const pattern of patterns) {
      const first = pattern.find(line);
      if (first) add(number, allMatches(line, pattern, first));
    }
  }
}

/** A phrase may extend over several lines. One that is found only without accents marks its whole lines. */
function addPhraseLines(text: string, { phrases, phraseExpressions }: Plan, add: AddLine): void {
  const starts = phraseExpressions.length === 0 ? [] : lineStarts(text);
  phraseExpressions.forEach((expression, at) => {
    const found = [...text.matchAll(expression)];
    for (const { index: from, 0: matched } of found) addSpan(starts, from, from + matched.length, add);
    if (found.length > 0) return;
    for (const [number, line] of text.split("\n").entries())
      if (phrases[at]?.(new PhraseText(line)) === true) add(number, [{ from: 0, to: line.length }]);
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The lines of a range of the text. */
function addSpan(starts: readonly number[], from: number, to: number, add: AddLine): void {
  let line = starts.findLastIndex((start) => start <= from);
  for (; line < starts.length && (starts[line] ?? 0) < to; line++) {
    const start = starts[line] ?? 0;
    const end = (starts[line + 1] ?? Infinity) - 1;
    add(line, [{ from: Math.max(0, from - start), to: Math.min(to, end) - start }]);
  }
}

/** A line has a word as a document has it: its whole name, all of its stems, or a variant. */
function addWordLines(text: string, words: Plan["lineWords"], add: AddLine): void {
  const wanted = words.filter(({ isStopWord }) => !isStopWord);
  const matcher = new TokenMatcher(wanted);
  const starts = lineStarts(text);
  const found: { readonly number: number; readonly line: string; readonly present: readonly SearchTerm[] }[] = [];
  let number = 0;
  for (const { start, line } of matchedLines(text, matcher, [])) {
    while ((starts[number + 1] ?? Infinity) <= start) number++;
    const terms = new Set<string>();
    scanTokens(line, (token) => {
      const { whole, stems } = termsOf(token);
      for (const term of [whole, ...stems, ...compoundStemsOf(token)]) terms.add(term);
    });
    const present = wanted.filter(
      ({ whole, stems, variants }) =>
        terms.has(whole) ||
        variants.some((variant) => terms.has(variant)) ||
        (stems.length > 0 && stems.every((stem) => terms.has(stem))),
    );
    if (present.length > 0) found.push({ number, line, present });
  }
  const minimum = minimumWords(found.reduce((most, { present }) => Math.max(most, present.length), 0));
  for (const { number: at, line, present } of found)
    if (present.length >= minimum) add(at, rangesOf(line, new TokenMatcher(present)));
}

/** Ranges in order without overlap; those that touch are one. */
function disjoint(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) merged.splice(-1, 1, { from: last.from, to: Math.max(last.to, range.to) });
    else merged.push(range);
  }
  return merged;
}

function withContext(text: string, matches: ReadonlyMap<number, readonly Range[]>): FileMatches["lines"] {
  const lines = text.split("\n");
  const last = text.endsWith("\n") ? lines.length - 2 : lines.length - 1;
  const shown = new Set<number>();
  for (const number of [...matches.keys()].slice(0, MAX_SHOWN)) {
    for (let at = Math.max(0, number - CONTEXT_LINES); at <= Math.min(last, number + CONTEXT_LINES); at++)
      shown.add(at);
  }
  return [...shown]
    .sort((a, b) => a - b)
    .map((at) => {
      const ranges = matches.get(at);
      const line = (lines[at] ?? "").slice(0, MAX_LINE_LENGTH);
      return { number: at + 1, matched: ranges !== undefined, segments: markRanges(line, ranges ?? []) };
    });
}
