import { isHash, isName, NAME } from "../../contract/texts/names.ts";
import { truncateMarkdown } from "./markdownLimits.ts";

/** Names of one page that are looked up. */
const MAX_NAMES = 100;

/** The names in these texts, each once. */
export function extractNames(texts: readonly string[]): string[] {
  const names = new Set(texts.flatMap((text) => (truncateMarkdown(text).match(NAME) ?? []).filter(isName)));
  return [...names].slice(0, MAX_NAMES);
}

/** A part of a text that leads somewhere: offsets in UTF-16 units. */
export interface TextLink {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/** The names of a plain text whose pages are known, in its order. */
export function findNameLinks(text: string, hrefs: ReadonlyMap<string, string>): TextLink[] {
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
