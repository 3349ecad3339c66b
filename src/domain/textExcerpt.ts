/**
 * The beginning of a text or of Markdown, cut after a line or a word, with an ellipsis. Markdown needs no mark for a code block that the cut
 * leaves open: it ends with its document.
 * @param length the most UTF-16 units, without the ellipsis
 */
export function truncateAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const end = Math.max(cut.lastIndexOf("\n"), cut.lastIndexOf(" "));
  // A text without spaces is cut between two characters, never inside one of two units.
  return `${end > length / 2 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
