/** Tables of the searches that users keep, and of the processes that search. */
import type { ColumnType } from "kysely";
import type { SavedFacets } from "../../../contract/search/savedSearches.ts";
import type { Created, Json } from "../columns.ts";

export interface SavedSearchesTable {
  id: string;
  /** The project that is searched; null for all projects of a company. */
  project_id: string | null;
  /** The company whose projects are searched; null for one project. */
  company_id: string | null;
  user_id: string;
  /** Unique for a user in a project, and among those of a company, in any case. */
  name: string;
  q: string;
  facets: Json<SavedFacets>;
  /** Every member of the project or of the company may run and watch it. */
  is_shared: boolean;
  created_at: Created;
}

/** What the watchers of a search know of its matches in a project. */
export interface SearchMatchesTable {
  search_id: string;
  project_id: string;
  /** Hashes of the known matches, 8 bytes each; null before the first comparison. */
  seen: Uint8Array | null;
  /** The state of the index that `seen` is of; null before the first comparison. */
  compared: string | null;
  /** The number of the index that was compared last: an older comparison does not overwrite a newer one. */
  compared_generation: number;
  /** Ids of the sources that the index contained entirely in some comparison; null before the first one. */
  compared_sources: Json<string[]> | null;
  /** The last comparison found more matches than it compares, or could not find all of them in time. */
  is_too_broad: boolean;
}

export interface SearchWatchesTable {
  search_id: string;
  user_id: string;
}

export interface SearchProcessesTable {
  /** Where other processes reach it: an origin, unique among those that run. */
  address: string;
  /** Identifies the current start of the process; the next start has another id. */
  id: string;
  /** Processes with the same one understand each other's messages and indexes. */
  protocol: string;
  threads: number;
  /** Bytes of indexes that it may keep open; projects are distributed in this proportion. */
  index_bytes: number;
  started_at: Created;
  heartbeat_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
