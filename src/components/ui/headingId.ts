/** The id of a heading: words in lower case with hyphens, as at code hosts, with a prefix that avoids collisions with other ids. */
export const headingId = (text: string): string =>
  `h-${text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")}`;
