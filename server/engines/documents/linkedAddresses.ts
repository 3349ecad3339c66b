/** Longer than any URL that browsers accept; anything longer is not an address. */
const MAX_ADDRESS_LENGTH = 2000;
/** The destination after a link's text: in angle brackets, where it may have spaces, or bare, with balanced parentheses. */
const ADDRESS = new RegExp(
  String.raw`\]\(\s{0,5}(?:<([^<>\n]{1,${MAX_ADDRESS_LENGTH}})>|((?:[^()\s<>]|\([^()\s<>]{0,200}\)){1,${MAX_ADDRESS_LENGTH}})(?=[)\s]))`,
  "g",
);

/** Where the links of a Markdown text lead, as they are written, in their order. */
export const linkedAddresses = (text: string): string[] =>
  [...text.matchAll(ADDRESS)].map(([, bracketed, bare = ""]) => (bracketed ?? bare).trim());
