/** Long lines in several: a line is shown whole or not at all, and the smallest limit has to have room for each. */

/** Bytes of a line of a body or a fact, and of a page of a document. */
export const MAX_LINE_BYTES = 500;
const BLANK = 0x20;
/** What a line begins with that continues the one before it: no line of ours begins so. */
const CONTINUED = "… ";
const CONTINUED_BYTES = Buffer.byteLength(CONTINUED);

/**
 * A text without line feeds in pieces of this many bytes at most, which together are the text: after a blank where there is one in the second
 * half of a piece, and never within a character.
 */
export function pieces(text: string, bytes: number): string[] {
  if (Buffer.byteLength(text) <= bytes) return [text];
  const all = Buffer.from(text);
  const result: string[] = [];
  for (let from = 0; from < all.length;) {
    let end = Math.min(from + bytes, all.length);
    if (end < all.length) {
      while (isWithinCharacter(all[end])) end--;
      const blank = all.lastIndexOf(BLANK, end - 1);
      if (blank > from + bytes / 2) end = blank + 1;
    }
    result.push(all.toString("utf8", from, end));
    from = end;
  }
  return result;
}

const isWithinCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** A line in lines of this many bytes at most. */
export const wrapLine = (line: string, bytes = MAX_LINE_BYTES): string[] =>
  Buffer.byteLength(line) <= bytes
    ? [line]
    : pieces(line, bytes - CONTINUED_BYTES).map((piece, at) => (at === 0 ? piece : CONTINUED + piece));
