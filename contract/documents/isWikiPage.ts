import type { SearchResult } from "../search/search.ts";

/** Whether a result is a page of a wiki. Prose in a repository is of the same kind, and has no address at a host. */
export const isWikiPage = ({ kind, url }: Pick<SearchResult, "kind" | "url">): boolean =>
  kind === "document" && url !== null;
