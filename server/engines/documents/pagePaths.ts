import type { OpenedIndex, OpenedPages } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";
import { documentCollectionsOf } from "./documentCollections.ts";

const pagesById = memoize(
  ({ table }: OpenedPages): ReadonlyMap<string, number> =>
    new Map(Array.from({ length: table.length }, (_, page) => [table.id(page), page])),
);

/** Where the document explorer has a page of a wiki; null for one that the index does not have. @param id of its row */
export function pathOfPage(index: OpenedIndex, source: string, id: string): string | null {
  const page = index.pages ? pagesById(index.pages).get(id) : undefined;
  if (page === undefined) return null;
  return (
    documentCollectionsOf(index)
      .find((one) => one.source === source)
      ?.pathOf(page) || null
  );
}

/** The id of the row of the wiki's page at a path; null for anything else. */
export function pageAt(index: OpenedIndex, source: string, path: string): string | null {
  const wiki = documentCollectionsOf(index).find((one) => one.source === source && one.kind === "wiki");
  const page = wiki?.find(path) ?? -1;
  return page >= 0 && index.pages ? index.pages.table.id(page) : null;
}
