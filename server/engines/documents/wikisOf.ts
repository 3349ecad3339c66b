import type { OpenedPages } from "../../index/OpenedIndex.ts";
import { WikiCollection } from "./WikiCollection.ts";
import { memoize } from "../../memoize.ts";

/** The wikis whose pages an index has, by their source, in the order of their first pages. Built once for opened pages. */
export const wikisOf = memoize((pages: OpenedPages): ReadonlyMap<string, WikiCollection> => {
  const sources = new Set(Array.from({ length: pages.table.length }, (_, page) => pages.table.source(page)));
  return new Map(Array.from(sources, (source) => [source, new WikiCollection(pages, source)]));
});
