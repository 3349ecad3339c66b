import type { SearchAllAnswer, SearchAllQuery, SearchAnswer, SearchQuery } from "../../contract/search.ts";
import { validate } from "./responseGuard.ts";
import * as shapes from "./guards/search.ts";
import type { Http } from "./http.ts";

export const createSearchService = (http: Http) => ({
  /** Over all projects of the caller, or those that the query names. */
  all: (query: SearchAllQuery, signal?: AbortSignal) =>
    validate(shapes.foundEverywhere, http<SearchAllAnswer>("GET", "search", { query: { ...query }, signal })),
  project: (slug: string, query: SearchQuery, signal?: AbortSignal) =>
    validate(
      shapes.found,
      http<SearchAnswer>("GET", `projects/${encodeURIComponent(slug)}/search`, { query: { ...query }, signal }),
    ),
});
export type SearchService = ReturnType<typeof createSearchService>;
