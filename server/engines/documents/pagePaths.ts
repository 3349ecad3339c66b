import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { collectionOf } from "./documentCollections.ts";

/** Where the document explorer has a page of a wiki; null for one that the index does not have. @param id of its row */
export function pathOfPage(index: OpenedIndex, source: string, id: string): string | null {
  const page = index.pages?.table.withId(id);
  if (page === undefined) return null;
  return collectionOf(index, source)?.pathOf(page) || null;
}

/** The id of the row of the wiki's page at a path; null for anything else. */
export function pageAt(index: OpenedIndex, source: string, path: string): string | null {
  const wiki = collectionOf(index, source);
  const page = wiki?.kind === "wiki" ? wiki.find(path) : -1;
  return page >= 0 && index.pages ? index.pages.table.id(page) : null;
}
