import type { z } from "zod";
import type { SearchQuery } from "../../../../contract/search/search.ts";
import type { Thresholds } from "../scoring/Pruning.ts";
import type { LiveColumns } from "../filters/liveColumns.ts";
import type { SearchPeople } from "../collections/searchPeople.ts";

/** A parsed query of the contract; what is left out filters nothing. */
export type SearchRequest = Partial<z.output<typeof SearchQuery>> & {
  readonly q: string;
  /** Names of the sources by id, for the filter by repository; those of the index itself when left out. */
  readonly sourceNames?: ReadonlyMap<string, string>;
  /** What the filters by assignee and mark test; without it they pass nothing. */
  readonly live?: LiveColumns;
  /** The people of the project; only those of the index when omitted. */
  readonly people?: SearchPeople;
  /** Milliseconds since 1970 that relative dates are counted from; the clock when left out. */
  readonly nowMs?: number;
  /** The best score of each collection by its name, where the index is one of several that are searched; its own when left out. */
  readonly tops?: ReadonlyMap<string, number>;
  /**
   * The score below which results of each collection are not needed, by its name, where documents have at least this many words; null: no
   * result of documents with so few words is. They are counted all the same.
   */
  readonly thresholds?: Thresholds;
  /** Words that a document of another of the searched indexes has: results with fewer are not counted. */
  readonly minimum?: number;
  /** False where the counts by facet are not read. */
  readonly countsFacets?: boolean;
  /** Maximum milliseconds for matching texts with phrases and regular expressions. */
  readonly budgetMs?: number;
};
