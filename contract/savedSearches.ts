import { z } from "zod";
import { RESULT_KINDS, type SEARCH_FACETS, TEXT_LIMITS } from "./constants.ts";
import { Id, Name, Slug, Timestamp } from "./fieldSchemas.ts";
import { ResultKind } from "./search.ts";

const chosen = z.array(z.string().max(1000)).max(100).optional();

/** The values that are chosen of each facet. */
export const SavedFacets = z.object({
  kind: z.array(ResultKind).max(RESULT_KINDS.length).optional(),
  repository: chosen,
  language: chosen,
  folder: chosen,
  state: chosen,
  label: chosen,
  author: chosen,
} satisfies Record<(typeof SEARCH_FACETS)[number], z.ZodType>);
export type SavedFacets = z.infer<typeof SavedFacets>;

/** A search of a project under a name. Those of others are in the list where they are shared with the project. */
export const SavedSearch = z.object({
  id: Id,
  name: z.string(),
  project: z.object({ slug: Slug, name: z.string() }),
  q: z.string(),
  facets: SavedFacets,
  /** All members of the project have it in their lists. */
  shared: z.boolean(),
  /** Name of the user who saved it; null for the caller's own. */
  owner: z.string().nullable(),
  /** The caller is notified of new matches. */
  watched: z.boolean(),
  /** It has more matches than are compared, so a watch notifies of nothing until the search is narrowed. */
  too_broad: z.boolean(),
  created_at: Timestamp,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const SavedSearchesQuery = z.object({ project: Slug.optional() });

const Query = z.string().trim().max(TEXT_LIMITS.query).min(1, "field.required");

export const SavedSearchBody = z.object({
  name: Name,
  q: Query,
  facets: SavedFacets.default({}),
  shared: z.boolean().default(false),
  watched: z.boolean().default(false),
});

/** What is left out keeps its value. */
export const SavedSearchUpdate = z.object({
  name: Name.optional(),
  q: Query.optional(),
  facets: SavedFacets.optional(),
  shared: z.boolean().optional(),
});
