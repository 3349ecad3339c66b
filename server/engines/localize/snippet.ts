import type { CodeSnippet } from "../../../contract/issues/localization.ts";
import { type OpenedCode, linesOfFile, textOfFile } from "../../index/OpenedIndex.ts";
import { compoundStemsOf } from "../../index/text/compoundWords.ts";
import { scanTokens, termsOf } from "../../index/text/tokenize.ts";
import type { Question } from "../question/question.ts";

const SNIPPET_LINES = 7;
const MAX_LINE_LENGTH = 300;
/** Maximum number of lines that are read of a file without chunks. */
const MAX_LINES = 2000;

/** The lines of a file that match the issue best, inside `range` (1-based, both included) where one is given. */
export function snippetOf(
  code: OpenedCode,
  file: number,
  question: Question,
  gainOf: (term: string) => number,
  range: { start: number; end: number } | null,
): CodeSnippet | null {
  const first = range?.start ?? 1;
  const text = range ? linesOfFile(code, file, range.start, range.end) : textOfFile(code, file);
  const lines = text.split("\n");
  const last = first + Math.min(lines.length, MAX_LINES) - 1;
  if (text === "") return null;
  const gains = lineGains(lines, question, gainOf);
  let bestStart = first;
  let bestGain = -1;
  for (let start = first; start <= Math.max(first, last - SNIPPET_LINES + 1); start++) {
    let gain = 0;
    for (let line = start; line < start + SNIPPET_LINES; line++) gain += gains[line - first] ?? 0;
    if (gain > bestGain) {
      bestGain = gain;
      bestStart = start;
    }
  }
  const end = Math.min(last, bestStart + SNIPPET_LINES - 1);
  const match_lines: number[] = [];
  for (let line = bestStart; line <= end; line++) if ((gains[line - first] ?? 0) > 0) match_lines.push(line);
  return {
    start_line: bestStart,
    lines: lines
      .slice(bestStart - first, end - first + 1)
      .map((line) => line.replace(/\r$/, "").slice(0, MAX_LINE_LENGTH)),
    match_lines,
  };
}

function lineGains(lines: readonly string[], question: Question, gainOf: (term: string) => number): number[] {
  const gains = new Map<string, number>();
  for (const { term } of question.terms) gains.set(term, gainOf(term));
  for (const { fullTerm, certainty } of question.identifiers) gains.set(fullTerm, 2 * certainty * gainOf(fullTerm));
  const tokens = new Map<string, number>();
  const out: number[] = [];
  for (const line of lines.slice(0, MAX_LINES)) {
    let gain = 0;
    scanTokens(line.slice(0, 2000), (token) => {
      let value = tokens.get(token);
      if (value === undefined) {
        const { fullTerm, stems } = termsOf(token);
        value = Math.max(...[fullTerm, ...stems, ...compoundStemsOf(token)].map((term) => gains.get(term) ?? 0));
        tokens.set(token, value);
      }
      gain += value;
    });
    out.push(Math.min(gain, 30));
  }
  return out;
}
