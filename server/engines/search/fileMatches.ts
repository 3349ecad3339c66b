import type { FileMatches } from "../../../contract/search.ts";
import { type OpenedIndex, textOfFile } from "../../index/indexCache.ts";
import { allMatches, type Pattern } from "./patterns.ts";
import { type Plan, planQuery } from "./plan.ts";
import { TokenMatcher, markRanges, matchedLines, minimumWords, rangesOf } from "./snippets.ts";

/** Lines before and after a match. */
const CONTEXT_LINES = 2;
/** Matches that one answer shows. */
const MAX_SHOWN = 200;
const MAX_LINE_LENGTH = 2000;

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * All lines of a file that match a query, each with its context. For words these are the lines with at least half of the words of the
 * file's best line; for regular expressions those that one of them matches.
 * @returns null when the index has no such file
 */
export function fileMatches(
  index: OpenedIndex,
  { q, source, path }: { readonly q: string; readonly source: string; readonly path: string },
): FileMatches | null {
  const code = index.code.find(({ part }) => part.source === source);
  const file = code?.files.find(path) ?? -1;
  if (!code || file < 0) return null;
  const text = textOfFile(code, file);
  const plan = planQuery(index, q);
  const matches = plan.patterns.length > 0 ? patternLines(text, plan.patterns) : wordLines(text, plan);
  return { total: matches.size, truncated: matches.size > MAX_SHOWN, lines: withContext(text, matches) };
}

/** The ranges to mark in each matching line, by its number from 0. */
function patternLines(text: string, patterns: readonly Pattern[]): Map<number, readonly Range[]> {
  const found = new Map<number, readonly Range[]>();
  for (const [number, whole] of text.split("\n").entries()) {
    const line = whole.slice(0, MAX_LINE_LENGTH);
    for (const pattern of patterns) {
      const first = pattern.find(line);
      if (!first) continue;
      found.set(number, allMatches(line, pattern, first));
      break;
    }
  }
  return found;
}

function wordLines(text: string, { words, phrases }: Plan): Map<number, readonly Range[]> {
  const matcher = new TokenMatcher(words);
  const lines = [...matchedLines(text, matcher, phrases)].filter((line) => line.words > 0);
  const minimum = minimumWords(lines.reduce((most, line) => Math.max(most, line.words), 0));
  const found = new Map<number, readonly Range[]>();
  let number = 0;
  let counted = 0;
  for (const { start, line, words: count } of lines) {
    for (let at = text.indexOf("\n", counted); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) {
      number++;
      counted = at + 1;
    }
    if (count >= minimum) found.set(number, rangesOf(line, matcher));
  }
  return found;
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
