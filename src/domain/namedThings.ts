import { truncateMarkdown } from "./markdownLimits.ts";

/**
 * What a text may name, on its own and not as a part of a word, a path or an address: seven and more digits of a hash; `#71`, `owner/name#71`
 * and `!71`; a key such as `ABC-12`; `@login`.
 */
const NAME =
  /(?<![\w/#&@.!-])(?:[0-9a-f]{7,40}(?![\w/-])|(?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d{1,9}(?![\w/-])|!\d{1,9}(?![\w/-])|[A-Z][A-Z0-9_]{1,19}-\d{1,9}(?![\w/-])|@[a-z\d](?:[\w-]{0,37}[a-z\d])?(?![\w/@-]))/gi;
/** Names of one page that are looked up. */
const MOST = 100;

/** A number is no hash, and neither is a word such as `defaced`; keys and hashes have one case of letters. */
function isName(text: string): boolean {
  if (/^[@!#]/.test(text) || text.includes("#")) return true;
  return text.includes("-") ? text === text.toUpperCase() : isHash(text);
}
const isHash = (text: string): boolean => /^[0-9a-f]{7,40}$/.test(text) && /\d/.test(text) && /[a-f]/.test(text);

/** The names in these texts, each once. */
export function namesIn(texts: readonly string[]): string[] {
  const found = new Set(texts.flatMap((text) => (truncateMarkdown(text).match(NAME) ?? []).filter(isName)));
  return [...found].slice(0, MOST);
}

/** A part of a text that leads somewhere: offsets in UTF-16 units. */
export interface TextLink {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/** The names of a plain text whose pages are known, in its order. */
export function namedLinks(text: string, hrefs: ReadonlyMap<string, string>): TextLink[] {
  if (hrefs.size === 0) return [];
  return [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const href = hrefs.get(name);
    return href === undefined ? [] : [{ from: index, to: index + name.length, href }];
  });
}

/**
 * Rendered text with links on the names that are known, outside of links and of blocks of code. In code within a line only hashes are names.
 * @param hrefs the page of each, by the name as it is written
 */
export function linkNames(html: string, hrefs: ReadonlyMap<string, string>): string {
  if (hrefs.size === 0) return html;
  let closed = 0;
  let code = 0;
  return html.replaceAll(/<[^>]*>|[^<]+/g, (piece) => {
    if (/^<(?:a|pre)[\s>]/i.test(piece)) closed++;
    else if (/^<\/(?:a|pre)>/i.test(piece)) closed--;
    else if (/^<code[\s>]/i.test(piece)) code++;
    else if (/^<\/code>/i.test(piece)) code--;
    if (piece.startsWith("<") || closed > 0) return piece;
    return piece.replaceAll(NAME, (name) => {
      const href = code > 0 && !isHash(name) ? undefined : hrefs.get(name);
      return href === undefined
        ? name
        : `<a href="${href.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${name}</a>`;
    });
  });
}
