import type { TextRange } from "./changedWords.ts";
import { characterName } from "../../contract/texts/hiddenCharacters.ts";

/** Characters without a shape, and those that change the direction of the text: a reader must see that they are there. */
const HIDDEN = /[\p{Cc}\p{Cf}]/u;

/**
 * The HTML of one line of code with some of its letters marked, and hidden characters shown by their numbers.
 * @param html of the line: escaped text and `span` tags, each closed
 * @param ranges of the text without tags, in their order
 */
export function markHtml(html: string, ranges: readonly TextRange[]): string {
  let at = 0;
  let result = "";
  for (const [piece] of html.matchAll(/<[^>]*>|&[^;]{1,8};|[^]/gu)) {
    if (piece.startsWith("<")) {
      result += piece;
      continue;
    }
    const isMarked = ranges.some(({ from, to }) => from <= at && at < to);
    const shown = piece !== "\t" && HIDDEN.test(piece) ? hiddenMark(piece) : piece;
    result += isMarked ? `<mark>${shown}</mark>` : shown;
    at += piece.startsWith("&") ? 1 : piece.length;
  }
  return result.replaceAll("</mark><mark>", "");
}

/** A number in place of a character: U+202E. */
const hiddenMark = (character: string): string => `<span class="hidden-character">${characterName(character)}</span>`;
