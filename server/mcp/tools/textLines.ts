import type { Draft } from "../tokenBudget.ts";
import { plain } from "../untrusted.ts";

/** A longer line (minified code) is shown by its beginning. */
const MAX_LINE_LENGTH = 2000;

/**
 * A text line by line, from one of them (1-based). Lines keep their numbers, so that the place where an answer was cut is a line.
 * @param options whether each line is shown with its number, and the lines of the whole text where this is its beginning
 */
export function textLines(
  text: string,
  from: number,
  { isNumbered = false, total }: { readonly isNumbered?: boolean; readonly total?: number } = {},
): Draft {
  const lines = plain(text).split("\n");
  const shownLines = lines.slice(from - 1);
  const last = lines.length;
  return {
    lead:
      from > last ? [`The text has ${last} lines only.`] : from > 1 ? [`From line ${from} of ${total ?? last}.`] : [],
    blocks: shownLines.map((one, at) => {
      const cut =
        one.length > MAX_LINE_LENGTH
          ? `${one.slice(0, MAX_LINE_LENGTH)} … (${one.length - MAX_LINE_LENGTH} characters of this line left out)`
          : one;
      return isNumbered ? `${from + at}: ${cut}` : cut;
    }),
    more: (shown) =>
      shown < shownLines.length
        ? `Lines ${from + shown} to ${last} are left out: continue with from_line=${from + shown}.`
        : null,
  };
}
