import type { OpenedPages } from "../../index/indexCache.ts";
import { WikiCollection } from "./WikiCollection.ts";

const known = new WeakMap<OpenedPages, ReadonlyMap<string, WikiCollection>>();

/** The wikis whose pages an index has, by their source, in the order of their first pages. Built once for opened pages. */
export function wikisOf(pages: OpenedPages): ReadonlyMap<string, WikiCollection> {
  let wikis = known.get(pages);
  if (!wikis) {
    const sources = new Set(Array.from({ length: pages.table.length }, (_, page) => pages.table.source(page)));
    wikis = new Map(Array.from(sources, (source) => [source, new WikiCollection(pages, source)]));
    known.set(pages, wikis);
  }
  return wikis;
}
