/** The search of the documentation, which runs in the reader's browser over one list of sections. */

/**
 * A section: path of its page, title of the page, heading, anchor, text, and the names that its tables explain, each between spaces. Arrays take
 * half of the bytes of objects.
 */
export type SearchEntry = readonly [
  path: string,
  page: string,
  heading: string,
  anchor: string,
  text: string,
  names: string,
];

export interface FoundSection {
  readonly path: string;
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly anchor: string;
  readonly excerpt: readonly { readonly text: string; readonly isMatch: boolean }[];
}

/** Characters of an excerpt on each side of its first match. */
const EXCERPT = 70;
const OF_TITLE = 12;
const OF_HEADING = 8;
const WHOLE_WORD = 2;
/** A name that a table of the section explains, such as a setting. */
const OF_NAME = 10;
/** Decisions and lists of versions explain what pages for users describe. */
const BACKGROUND = /^(?:project|decisions)\//;

/** Lower case without accents, of the same length as the text. */
const fold = (text: string): string =>
  Array.from(text, (letter) => letter.toLowerCase().normalize("NFD").charAt(0).padEnd(letter.length)).join("");

/** Sections that have every word of the query, the best first: words of titles and headings count most. */
export function findSections(entries: readonly SearchEntry[], query: string, limit: number): FoundSection[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry: [path, page, heading, anchor, text] }) => ({
      path,
      page,
      title: page,
      heading,
      anchor,
      excerpt: excerptOf(text, words),
    }));
}

function scoreOf([path, page, heading, , text, names]: SearchEntry, words: readonly string[]): number {
  const title = fold(page);
  const head = fold(heading);
  const body = foldedText(text);
  const explained = fold(names);
  let score = 0;
  for (const word of words) {
    const inTitle = title.includes(word);
    const inHeading = head.includes(word);
    const at = body.indexOf(word);
    if (!inTitle && !inHeading && at === -1) return 0;
    const ofBody =
      at === -1
        ? 0
        : 1 + (isWholeWord(body, word, at) ? WHOLE_WORD : 0) + countOf(body, word) / (1 + body.length / 400);
    score +=
      (inTitle ? OF_TITLE : 0) +
      (inHeading ? OF_HEADING : 0) +
      (explained.includes(` ${word} `) ? OF_NAME : 0) +
      ofBody;
  }
  return BACKGROUND.test(path) ? score / 2 : score;
}

const folded = new Map<string, string>();
function foldedText(text: string): string {
  const cached = folded.get(text);
  if (cached !== undefined) return cached;
  const computed = fold(text);
  folded.set(text, computed);
  return computed;
}

const isLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
const isWholeWord = (text: string, word: string, at: number): boolean =>
  !isLetter(text[at - 1]) && !isLetter(text[at + word.length]);
const countOf = (text: string, word: string): number => text.split(word).length - 1;

function excerptOf(text: string, words: readonly string[]): FoundSection["excerpt"] {
  const body = foldedText(text);
  const first = Math.min(...words.map((word) => body.indexOf(word)).filter((at) => at !== -1), body.length);
  const from = Math.max(0, (first === body.length ? 0 : first) - EXCERPT);
  const to = Math.min(text.length, from + 2 * EXCERPT);
  const parts: { text: string; isMatch: boolean }[] = [];
  let at = from;
  while (at < to) {
    const next = words
      .map((word) => ({ word, start: body.indexOf(word, at) }))
      .filter(({ start, word }) => start !== -1 && start + word.length <= to)
      .toSorted((a, b) => a.start - b.start)[0];
    if (!next) break;
    if (next.start > at) parts.push({ text: text.slice(at, next.start), isMatch: false });
    parts.push({ text: text.slice(next.start, next.start + next.word.length), isMatch: true });
    at = next.start + next.word.length;
  }
  if (at < to) parts.push({ text: text.slice(at, to), isMatch: false });
  return parts;
}
