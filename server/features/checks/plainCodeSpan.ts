/** Characters of one name or path that are shown. */
const MAX_LENGTH = 200;

/** A text of other people as one line, in which nothing changes the direction of what follows. */
export function plainLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : line;
}

/**
 * A text of other people as a code span of Markdown: in one, nothing is a mention, a link, HTML or the end of a line.
 * @returns a span that ends where the text does, whatever it contains
 */
export function plainCodeSpan(text: string): string {
  const shown = plainLine(text);
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return shown === "" ? "" : `${fence} ${shown} ${fence}`;
}
