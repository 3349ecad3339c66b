import type { SearchResult } from "../../../../contract/search/search.ts";
import { compoundStemsOf } from "../../../index/text/compoundWords.ts";
import { scanTokens, termsOf } from "../../../index/text/tokenize.ts";
import { countBits } from "../scoring/match.ts";
import { type PhraseMatcher, PhraseText } from "../patterns/phraseText.ts";
import type { SearchTerm } from "../query/queryTerms.ts";

type Snippet = SearchResult["snippet"];

/** The best line of a text: its number (1-based), how many of the words it has, and its pieces. */
export interface FoundLine {
  readonly line: number;
  readonly words: number;
  readonly snippet: Snippet;
}

const MAX_SNIPPET_LENGTH = 220;
const MAX_LINE_LENGTH = 2000;

/** Says which words of the query a token is, by the same folding and stemming as the index. */
export class TokenMatcher {
  /** Finds places where a match can begin: taking every token of a large file apart would cost more than the search itself. */
  readonly candidates: RegExp;
  /** How many words can match at most. */
  readonly words: number;
  /** The same for one token. */
  readonly #candidate: RegExp;
  readonly #wordsOf = new Map<string, number>();
  readonly #gains = new Map<string, number>();

  /** At most 30 words have a bit of their own: the bits of a number are the limit. */
  constructor(words: readonly SearchTerm[]) {
    const beginnings = new Set<string>();
    const contentTerms = words.filter(({ isStopWord }) => !isStopWord).slice(0, 30);
    contentTerms.forEach((word, index) => {
      for (const term of [word.fullTerm, ...word.stems, ...word.variants]) {
        if (term === "") continue;
        this.#wordsOf.set(term, (this.#wordsOf.get(term) ?? 0) | (1 << index));
        // Stemming may change the end of a word (`say` → `sai`) but never its first letters.
        beginnings.add(term.slice(0, term.length > 3 ? 3 : Math.min(2, term.length)));
      }
    });
    this.words = contentTerms.length;
    // Folded letters hide behind others: anything beyond ASCII may be the beginning of a match.
    const parts = [...beginnings].filter((text) => /^[\w$]+$/.test(text)).map((text) => text.replaceAll("$", "\\$"));
    const beyondAscii = "[\\u0080-\\uffff]";
    this.candidates = new RegExp([...parts, beyondAscii].join("|"), "gi");
    // A compound of a name may be written in two, with `_` between.
    const apart = parts.map((text) => (/^\w+$/.test(text) ? text.split("").join("_*") : text));
    this.#candidate = new RegExp([...apart, beyondAscii].join("|"), "i");
  }

  /** The bits of the words that the token matches. */
  match(token: string): number {
    let bits = this.#gains.get(token);
    if (bits === undefined) {
      bits = this.#candidate.test(token) ? this.#bitsOf(token) : 0;
      this.#gains.set(token, bits);
    }
    return bits;
  }

  #bitsOf(token: string): number {
    const { fullTerm, stems } = termsOf(token);
    let bits = this.#wordsOf.get(fullTerm) ?? 0;
    for (const stem of [...stems, ...compoundStemsOf(token)]) bits |= this.#wordsOf.get(stem) ?? 0;
    return bits;
  }
}

/** Maximum number of candidate lines that are scored before the best one is returned. */
const MAX_CANDIDATE_LINES = 400;

/** A line that contains words of the query: its offsets in the text, and the number of different words. */
interface MatchedLine {
  readonly start: number;
  readonly end: number;
  readonly line: string;
  readonly words: number;
}

/** The lines of a text that contain words of the query, in order. A phrase counts as much as all words. */
export function* matchedLines(
  text: string,
  matcher: TokenMatcher,
  phrases: readonly PhraseMatcher[],
): Generator<MatchedLine> {
  const candidates = new RegExp(matcher.candidates);
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    const start = text.lastIndexOf("\n", match.index - (match.index === 0 ? 0 : 1)) + 1;
    const newline = text.indexOf("\n", match.index);
    const end = newline < 0 ? text.length : newline;
    candidates.lastIndex = end;
    const line = text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    let bits = 0;
    scanTokens(line, (token) => {
      bits |= matcher.match(token);
    });
    const isPhrase = phrases.length > 0 && bits !== 0 && holdsPhrase(line, phrases);
    yield { start, end, line, words: countBits(bits) + (isPhrase ? matcher.words : 0) };
  }
}

/** The line with the most different words of the query, the first of equals; null when no line has any. */
export function bestLine(text: string, matcher: TokenMatcher, phrases: readonly PhraseMatcher[]): FoundLine | null {
  let best: MatchedLine | null = null;
  let candidates = 0;
  const enough = matcher.words + (phrases.length > 0 ? matcher.words : 0);
  for (const line of matchedLines(text, matcher, phrases)) {
    if (line.words > (best?.words ?? 0)) best = line;
    if (line.words >= enough || ++candidates >= MAX_CANDIDATE_LINES) break;
  }
  return (
    best && {
      line: lineNumber(text, best.start),
      words: best.words,
      snippet: highlightTerms(best.line, matcher),
    }
  );
}

/** A line counts as a match of the file with at least half of the words of its best line. */
export const minimumWords = (bestWords: number): number => Math.max(1, Math.ceil(bestWords / 2));

function holdsPhrase(line: string, phrases: readonly PhraseMatcher[]): boolean {
  const text = new PhraseText(line);
  return phrases.some(({ isIn }) => isIn(text));
}

function lineNumber(text: string, offset: number): number {
  let number = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) number++;
  return number;
}

/** The ranges of the tokens of a line that match. */
export function rangesOf(line: string, matcher: TokenMatcher): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  scanTokens(line, (token, at) => {
    if (matcher.match(token) !== 0) ranges.push({ from: at, to: at + token.length });
  });
  return ranges;
}

/** A whole line in segments. @param ranges in order, without overlap */
export function markRanges(line: string, ranges: readonly { readonly from: number; readonly to: number }[]): Snippet {
  const segments: Snippet = [];
  let at = 0;
  const add = (to: number, match: boolean): void => {
    if (to > at) segments.push({ text: line.slice(at, to), match });
    at = Math.max(at, to);
  };
  for (const { from, to } of ranges) {
    add(from, false);
    add(to, true);
  }
  add(line.length, false);
  return segments;
}

/** Cuts a line to its first match and marks the tokens that match. Joined, the pieces are the line as shown. */
export const highlightTerms = (line: string, matcher: TokenMatcher): Snippet =>
  highlightRanges(line, rangesOf(line, matcher));

/** The same with ranges (in order, apart) that are known already. */
export function highlightRanges(line: string, ranges: readonly { from: number; to: number }[]): Snippet {
  const trimmed = line.trim();
  const indent = line.length - line.trimStart().length;
  const matches = ranges.map(({ from, to }) => ({
    from: Math.max(0, from - indent),
    to: Math.min(trimmed.length, to - indent),
  }));
  const first = matches[0]?.from ?? 0;
  const cutFrom =
    trimmed.length <= MAX_SNIPPET_LENGTH ? 0 : Math.max(0, Math.min(first - 60, trimmed.length - MAX_SNIPPET_LENGTH));
  const cutTo = Math.min(trimmed.length, cutFrom + MAX_SNIPPET_LENGTH);
  const pieces: Snippet = [];
  const add = (text: string, match: boolean): void => {
    if (text !== "") pieces.push({ text, match });
  };
  let at = cutFrom;
  if (cutFrom > 0) add("…", false);
  for (const { from, to } of matches) {
    if (from < at || to > cutTo) continue;
    add(trimmed.slice(at, from), false);
    add(trimmed.slice(from, to), true);
    at = to;
  }
  add(trimmed.slice(at, cutTo), false);
  if (cutTo < trimmed.length) add("…", false);
  return pieces;
}
