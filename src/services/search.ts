import type { SearchAllAnswer, SearchAllQuery, SearchAnswer, SearchQuery } from "../../contract/search.ts";
import type { Http } from "./http.ts";
import { isFields, readAs } from "./readAnswer.ts";
import type { Result } from "./result.ts";

const hasResults = (answer: unknown): answer is SearchAllAnswer =>
  isFields(answer) && Array.isArray(answer["results"]) && Array.isArray(answer["projects"]);

export const createSearchService = (http: Http) => ({
  /** Over all projects of the caller, or those that the query names. */
  all: async (query: SearchAllQuery, signal?: AbortSignal): Promise<Result<SearchAllAnswer>> =>
    readAs(await http<unknown>("GET", "search", { query: { ...query }, signal }), (answer) =>
      hasResults(answer) ? answer : null,
    ),
  project: (slug: string, query: SearchQuery, signal?: AbortSignal) =>
    http<SearchAnswer>("GET", `projects/${encodeURIComponent(slug)}/search`, { query: { ...query }, signal }),
});
export type SearchService = ReturnType<typeof createSearchService>;
