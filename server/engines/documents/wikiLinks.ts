import type { OpenedPages } from "../../index/OpenedIndex.ts";
import { linkedAddresses } from "./linkedAddresses.ts";
import { memoize } from "../../memoize.ts";

/** The addresses on the web that a text's Markdown links lead to, each once. */
export const linksIn = (text: string): string[] => [
  ...new Set(linkedAddresses(text).filter((address) => /^https?:/i.test(address))),
];

/** Number of the page that an address leads to, by its number at the host or by its title, or -1. */
export function linkedPageOf(pages: OpenedPages, href: string): number {
  const key = keyOf(href);
  return (key === null ? undefined : pagesByKey(pages).get(key)) ?? -1;
}

const pagesByKey = memoize(({ table }: OpenedPages): ReadonlyMap<string, number> => {
  const keys = new Map<string, number>();
  for (let page = 0; page < table.length; page++) {
    const { url, space, title } = table.row(page);
    const key = keyOf(url);
    if (key === null) continue;
    keys.set(key, page);
    const site = key.split(" ")[0] ?? "";
    const byTitle = titleKey(site, space, title);
    if (!keys.has(byTitle)) keys.set(byTitle, page);
  }
  return keys;
});

const titleKey = (site: string, space: string, title: string): string => `${site} ${space} ${title.toLowerCase()}`;

/** One form for the ways in which a page is addressed: `…/spaces/KEY/pages/12/Any+title`, `…/display/KEY/Title`, any other address. */
function keyOf(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const { origin, pathname } = new URL(href);
  const [, above, id] = /^(.*)\/spaces\/[^/]+\/pages\/(\d+)(?:\/|$)/.exec(pathname) ?? [];
  if (id !== undefined) return `${origin}${above ?? ""} ${id}`;
  const [, site, space, title] = /^(.*)\/display\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  if (title === undefined) return origin + pathname;
  try {
    return titleKey(
      origin + (site ?? ""),
      decodeURIComponent(space ?? ""),
      decodeURIComponent(title.replaceAll("+", " ")),
    );
  } catch {
    return null; // a broken escape
  }
}
