/** The id of a heading: words in lower case with hyphens, as code hosts make them, behind a letter of our own so that it meets no other id. */
export const headingId = (text: string): string =>
  `h-${text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")}`;
