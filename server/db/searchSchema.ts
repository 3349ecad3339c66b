/** Tables of the searches that users keep. */
import type { Generated } from "kysely";
import type { SavedFacets } from "../../contract/savedSearches.ts";
import type { Created, Json } from "./columns.ts";

export interface SavedSearchesTable {
  id: string;
  project_id: string;
  user_id: string;
  /** Unique for a user in a project, in any case. */
  name: string;
  q: string;
  facets: Json<SavedFacets>;
  /** Every member of the project may run and watch it. */
  is_shared: boolean;
  /** Hashes of the matches that watchers know, 8 bytes each; null before the first comparison. */
  seen: Uint8Array | null;
  /** The state of the index that `seen` is of; null before the first comparison. */
  compared: string | null;
  /** The number of the index that was compared last: an older comparison does not overwrite a newer one. */
  compared_generation: Generated<number>;
  /** Ids of the sources that the index contained entirely in some comparison; null before the first one. */
  compared_sources: Json<string[]> | null;
  /** The last comparison found more matches than it compares, or could not find all of them in time. */
  is_too_broad: Generated<boolean>;
  created_at: Created;
}

export interface SearchWatchesTable {
  search_id: string;
  user_id: string;
}
