import type { SearchResult } from "../../../contract/search.ts";
import { scanTokens, termsOf } from "../../index/tokenize.ts";
import type { SearchWord } from "./words.ts";

type Snippet = SearchResult["snippet"];

/** The best line of a text: its number (1-based), how many of the words it has, and its pieces. */
export interface FoundLine {
  readonly line: number;
  readonly words: number;
  readonly snippet: Snippet;
}

const LONGEST = 220;
const LONGEST_LINE = 2000;

/** Says which words of the query a token is, by the same folding and stemming as the index. */
export class TokenMatcher {
  readonly #wordsOf = new Map<string, number>();
  readonly #known = new Map<string, number>();

  /** At most 30 words are told apart; that is what fits into the bits of a number. */
  constructor(words: readonly SearchWord[]) {
    words.slice(0, 30).forEach((word, index) => {
      if (word.isStopWord) return;
      for (const term of [word.whole, ...word.stems, ...word.variants]) {
        if (term !== "") this.#wordsOf.set(term, (this.#wordsOf.get(term) ?? 0) | (1 << index));
      }
    });
  }

  /** A bit for each word that the token stands for. */
  match(token: string): number {
    let bits = this.#known.get(token);
    if (bits === undefined) {
      const { whole, stems } = termsOf(token);
      bits = this.#wordsOf.get(whole) ?? 0;
      for (const stem of stems) bits |= this.#wordsOf.get(stem) ?? 0;
      this.#known.set(token, bits);
    }
    return bits;
  }
}

/** The line with the most different words of the query, the first of equals; null when no line has any. */
export function bestLine(text: string, matcher: TokenMatcher, phrases: readonly string[]): FoundLine | null {
  let bestNumber = 0;
  let bestWords = 0;
  let best = "";
  let number = 0;
  for (let start = 0; start <= text.length;) {
    number++;
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE));
    start = end + 1;
    let bits = 0;
    scanTokens(line, (token) => {
      bits |= matcher.match(token);
    });
    let words = countBits(bits);
    if (words > 0 && phrases.some((phrase) => line.toLowerCase().includes(phrase))) words += 10;
    if (words > bestWords) {
      bestWords = words;
      bestNumber = number;
      best = line;
    }
  }
  return bestWords === 0 ? null : { line: bestNumber, words: bestWords, snippet: markWords(best, matcher) };
}

/** One line of a text in pieces; for a hit whose line is known. */
export function lineAt(text: string, line: number, matcher: TokenMatcher): Snippet {
  return markWords((text.split("\n", line)[line - 1] ?? "").slice(0, LONGEST_LINE), matcher);
}

/** Cuts a line to its first match and marks the tokens that match. Joined, the pieces are the line as shown. */
export function markWords(line: string, matcher: TokenMatcher): Snippet {
  const trimmed = line.trim();
  const matches: { from: number; to: number }[] = [];
  scanTokens(trimmed, (token, at) => {
    if (matcher.match(token) !== 0) matches.push({ from: at, to: at + token.length });
  });
  const first = matches[0]?.from ?? 0;
  const cutFrom = trimmed.length <= LONGEST ? 0 : Math.max(0, Math.min(first - 60, trimmed.length - LONGEST));
  const cutTo = Math.min(trimmed.length, cutFrom + LONGEST);
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

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
