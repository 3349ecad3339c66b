import { z } from "zod";
import { SAVED_SEARCH_LIMITS, type SEARCH_FACETS, TEXT_LIMITS } from "../constants.ts";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { FacetValue } from "./search.ts";

const valuesOf = <Value extends z.ZodType>(value: Value) => z.array(value).max(100).optional();

/** The values that are chosen of each facet. */
export const SavedFacets = z
  .object({
    kind: valuesOf(FacetValue.kind),
    repository: valuesOf(FacetValue.repository),
    language: valuesOf(FacetValue.language),
    folder: valuesOf(FacetValue.folder),
    state: valuesOf(FacetValue.state),
    label: valuesOf(FacetValue.label),
    author: valuesOf(FacetValue.author),
    status: valuesOf(FacetValue.status),
    type: valuesOf(FacetValue.type),
    priority: valuesOf(FacetValue.priority),
    component: valuesOf(FacetValue.component),
    milestone: valuesOf(FacetValue.milestone),
    version: valuesOf(FacetValue.version),
    sprint: valuesOf(FacetValue.sprint),
    resolution: valuesOf(FacetValue.resolution),
    field: valuesOf(FacetValue.field),
    /** Projects whose results count, in a search over all projects. */
    project: valuesOf(Slug),
  } satisfies Record<(typeof SEARCH_FACETS)[number] | "project", z.ZodType>)
  .refine((facets) => JSON.stringify(facets).length <= SAVED_SEARCH_LIMITS.facetChars, "field.fewer_values");
export type SavedFacets = z.infer<typeof SavedFacets>;

/** A search under a name. Those of others are in the list where they are shared with the project, or with the company. */
export const SavedSearch = z.object({
  id: Id,
  name: z.string(),
  /** Null: all projects of its reader. */
  project: z.object({ slug: Slug, name: z.string() }).nullable(),
  q: z.string(),
  facets: SavedFacets,
  /** All members of the project, or of the company, have it in their lists. */
  shared: z.boolean(),
  /** Name of the user who saved it; null for the caller's own. */
  owner: z.string().nullable(),
  /** The caller is notified of new matches. */
  watched: z.boolean(),
  /**
   * It has more matches than are compared, so a watch notifies of nothing until the search is narrowed. Of a search over all projects: in
   * some project of the caller, and a watch notifies of matches in the others.
   */
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
