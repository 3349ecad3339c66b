/** Which lines of a text answer a question best. */
import { STOP_WORDS } from "../../index/text/stopWords.ts";

/** Letters that a word and a longer form of it share: `render` and `rendering`. */
const STEM_LETTERS = 5;
/** Words of a question that are searched in each line; an issue as a question may have thousands. */
const MAX_WORDS = 40;
/** Lines of a text that are searched. */
const MAX_LINES = 20_000;

/** The first words of a question that say what it is about, in lower case. */
export function wordsOfQuestion(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{Nd}_]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 2 && !STOP_WORDS.has(word)))].slice(0, MAX_WORDS);
}

export interface PassageRange {
  /** 1-based. */
  readonly first: number;
  readonly last: number;
}

/**
 * The range of lines, within the limits, that has the most different words of a question; the beginning of the text if none has any.
 * @param limits.characters of the range together; a longer first line is kept whole
 */
export function bestLines(
  lines: readonly string[],
  words: readonly string[],
  limits: { readonly lines: number; readonly characters: number },
): PassageRange {
  const stems = words.map((word) => word.slice(0, Math.max(STEM_LETTERS, word.length - 3)));
  const marks = lines.slice(0, MAX_LINES).map((line) => {
    const lowerLine = line.toLowerCase();
    return stems.map((stem) => lowerLine.includes(stem));
  });
  let best = { first: 1, score: -1 };
  const step = Math.max(1, Math.floor(limits.lines / 4));
  for (let from = 0; from < marks.length; from += step) {
    const inRange = marks.slice(from, from + limits.lines);
    const distinct = stems.filter((_, at) => inRange.some((line) => line[at] === true)).length;
    const total = inRange.reduce((sum, line) => sum + line.filter(Boolean).length, 0);
    const score = distinct + total / 1000;
    if (score > best.score) best = { first: from + 1, score };
  }
  return shortened(lines, { first: best.first, last: Math.min(lines.length, best.first + limits.lines - 1) }, limits);
}

/** The beginning of a range within the limits, without blank lines at its end. */
export function shortened(
  lines: readonly string[],
  { first, last }: PassageRange,
  limits: { readonly lines: number; readonly characters: number },
): PassageRange {
  let remaining = limits.characters;
  let end = first;
  for (let line = first; line <= Math.min(last, first + limits.lines - 1, lines.length); line += 1) {
    remaining -= (lines[line - 1]?.length ?? 0) + 1;
    if (remaining < 0 && line > first) break;
    if (lines[line - 1]?.trim() !== "") end = line;
  }
  return { first, last: end };
}
