import type { Draft } from "../tokenBudget.ts";
import { plain } from "../untrusted.ts";
import { wrapLine } from "../wrapLine.ts";

/** A longer line of a file (minified code) is shown by its beginning: its lines have the numbers of the file and cannot be wrapped. */
const MAX_LINE_LENGTH = 2000;

interface TextOptions {
  /** The number of the first line that is shown, from 1. */
  readonly from: number;
  /** Lines of the whole text, where this is its beginning. */
  readonly total?: number;
  /** What the next call needs besides the number of its first line, as arguments. */
  readonly placeOf?: (line: number) => string;
  /** What no further call has, in sentences. */
  readonly unlisted?: readonly string[];
}

/** A text line by line, from one of them. The place where an answer was cut is a line. */
export function textLines(lines: readonly string[], { from, total, placeOf, unlisted = [] }: TextOptions): Draft {
  const shownLines = lines.slice(from - 1);
  const last = lines.length;
  return {
    lead:
      from > last
        ? [`There are no lines from ${from} on: the text has ${total ?? last}.`]
        : from > 1
          ? [`From line ${from} of ${total ?? last}.`]
          : [],
    blocks: shownLines,
    more: (shown) =>
      shown < shownLines.length
        ? `Lines ${from + shown} to ${last} are left out: continue with from_line=${from + shown}${placeOf ? `, ${placeOf(from + shown)}` : ""}.`
        : unlisted.join(" ") || null,
  };
}

/** The lines of a file as git counts them: the break at its end begins no further line. */
export const fileLines = (text: string): string[] => text.replace(/\n$/, "").split("\n");

/** The same of a file: lines have the numbers that git gives them. */
export function numberedLines(text: string, options: TextOptions): Draft {
  const lines = fileLines(plain(text));
  const isLong = (line: string | undefined): boolean => line !== undefined && line.length > MAX_LINE_LENGTH;
  const { from } = options;
  const draft = textLines(
    lines.map((line, at) => {
      const left = line.length - MAX_LINE_LENGTH;
      return `${at + 1}: ${left > 0 ? `${line.slice(0, MAX_LINE_LENGTH)} … (${left} characters of this line left out)` : line}`;
    }),
    options,
  );
  return {
    ...draft,
    more: (shown) => {
      const isCut = lines.slice(from - 1, from - 1 + shown).some(isLong);
      const cut = isCut ? `Of lines over ${MAX_LINE_LENGTH} characters the beginning is shown.` : "";
      return [cut, draft.more?.(shown) ?? ""].filter(Boolean).join(" ") || null;
    },
  };
}

/** A text of our own lines: long ones are wrapped. */
export const wrappedLines = (text: string, bytes?: number): string[] =>
  plain(text)
    .split("\n")
    .flatMap((line) => wrapLine(line, bytes));
