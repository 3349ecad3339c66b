import type { SearchAnswer, SearchQuery } from "../../contract/search.ts";
import type { Http } from "./http.ts";

export const createSearchService = (http: Http) => ({
  project: (slug: string, query: SearchQuery, signal?: AbortSignal) =>
    http<SearchAnswer>("GET", `projects/${encodeURIComponent(slug)}/search`, { query: { ...query }, signal }),
});
export type SearchService = ReturnType<typeof createSearchService>;
