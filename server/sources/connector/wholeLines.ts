/** The first lines of a text that fit. A line that was cut could open a code span that does not end, and so make a mention of a name in it. */
export const wholeLines = (text: string, maxCharacters: number): string =>
  text.length <= maxCharacters ? text : text.slice(0, text.lastIndexOf("\n", maxCharacters) + 1).trimEnd();
