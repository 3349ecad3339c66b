import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import type { VisibleSearch } from "../../db/tables/searches/savedSearches.ts";

/** A saved search as the caller sees it. */
export const presentSavedSearch = (search: VisibleSearch, callerId: string): SavedSearch => ({
  id: search.id,
  name: search.name,
  project: search.slug === null ? null : { slug: search.slug, name: search.project_name ?? search.slug },
  q: search.q,
  facets: search.facets,
  shared: search.is_shared,
  owner: search.user_id === callerId ? null : search.owner_name,
  watched: search.is_watched,
  too_broad: Boolean(search.is_too_broad),
  created_at: search.created_at.toISOString(),
});
