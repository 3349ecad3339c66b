import type { QuerySent } from "../../contract/callTypes.ts";
import { keyOf, project } from "./queryKey.ts";

/** The keys of what the page of a request shows besides the request; apart from the others, which each screen loads. */
export const requestKeys = {
  requestDiff: (slug: string, query: QuerySent<"requestDiff">) => keyOf(project(slug), "requestDiff", query),
  requestFindings: (slug: string, request: string) => keyOf(project(slug), "requestFindings", { request }),
  discussions: (slug: string, query: QuerySent<"codeDiscussions">) => keyOf(project(slug), "codeDiscussions", query),
} as const;
