/** A text as an answer, line by line: from one of its lines, with the number of the next, and as long as its lines have not moved. */
import { createHash } from "node:crypto";
import { toolRefusal } from "../toolErrors.ts";
import type { Draft } from "../tokenBudget.ts";
import { sanitized } from "../untrusted.ts";
import { wrapLine } from "../wrapLine.ts";

/** A longer line of a file (minified code) is shown by its beginning: its lines have the numbers of the file and cannot be wrapped. */
const MAX_LINE_LENGTH = 2000;

interface TextOptions {
  /** The number of the first line that is shown, from 1. */
  readonly from: number;
  /** Lines of the whole text, where this is its beginning. */
  readonly total?: number;
  /** What the next call needs besides the number of its first line, as arguments. */
  readonly continuationOf?: (line: number) => string;
  /** What no further call has, in sentences. */
  readonly unlisted?: readonly string[];
}

/** A text line by line, from one of them. The place where an answer was cut is a line. */
export function textLines(
  lines: readonly string[],
  { from, total, continuationOf, unlisted = [] }: TextOptions,
): Draft {
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
        ? `Lines ${from + shown} to ${last} are left out: continue with from_line=${from + shown}${continuationOf ? `, ${continuationOf(from + shown)}` : ""}.`
        : unlisted.join(" ") || null,
  };
}

/** A version of the lines before one. While it is the same, that line continues what was read. */
const versionBefore = (lines: readonly string[], from: number): string =>
  createHash("sha256")
    .update(lines.slice(0, from - 1).join("\n"))
    .digest("base64url")
    .slice(0, 8);

/**
 * A text that may change between two calls: an answer gives the version of its lines, and the next call is refused for another one.
 * @throws ToolRefusal
 */
export function versionedText(
  lines: readonly string[],
  { from, version, unlisted = [] }: Pick<TextOptions, "from" | "unlisted"> & { readonly version: string | undefined },
): Draft {
  requireSameLines(lines, from, version);
  return textLines(lines, { from, unlisted, continuationOf: (next) => `version=${versionBefore(lines, next)}` });
}

/** @throws ToolRefusal where the lines before a place are not those of the answer that gave the version */
function requireSameLines(lines: readonly string[], from: number, version: string | undefined): void {
  if (version === undefined || version === versionBefore(lines, from)) return;
  throw toolRefusal(
    "invalid_arguments",
    "version: The text has changed since that answer, so that its lines have moved. Begin again without from_line.",
  );
}

/** The lines of a file as git counts them: the break at its end begins no further line. */
export const fileLines = (text: string): string[] => sanitized(text).replace(/\n$/, "").split("\n");

/** Lines of a file as an answer: each begins with the number that git gives it. */
export function numberedLines(lines: readonly string[], options: TextOptions): Draft {
  const isLong = (line: string | undefined): boolean => line !== undefined && line.length > MAX_LINE_LENGTH;
  const { from } = options;
  const draft = textLines(
    lines.map((line, at) => {
      const omitted = line.length - MAX_LINE_LENGTH;
      return `${at + 1}: ${omitted > 0 ? `${line.slice(0, MAX_LINE_LENGTH)} … (${omitted} characters of this line left out)` : line}`;
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
  sanitized(text)
    .split("\n")
    .flatMap((line) => wrapLine(line, bytes));
