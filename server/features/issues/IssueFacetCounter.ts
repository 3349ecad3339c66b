import type { IssueFacets } from "../../../contract/issues/issues.ts";
import type { z } from "zod";
import type { Db } from "../../db/openDb.ts";
import { countIssueFacets } from "../../db/tables/issues/issueFacets.ts";
import { listTrackerSyncStates } from "../../db/tables/sources/sources.ts";
import { StampedCache } from "../../memoize.ts";

/** Marks are counted for each answer: no sync notes that they have changed. */
type Facets = Omit<z.infer<typeof IssueFacets>, "mark">;

/** Projects whose facets are cached. */
const MAX_PROJECTS = 100;
/** While a sync runs every page changes the numbers a little; counting all issues again for each of them is not worth it. */
const CACHE_TTL_MS = 5000;

/**
 * The values that a project's issues can be narrowed to. They belong to the project, not to the filter, so they are counted once for
 * each state of its trackers and kept: counting the labels of 100,000 issues takes a third of a second.
 */
export class IssueFacetCounter {
  readonly #db: Db;
  readonly #facets = new StampedCache<Facets>(MAX_PROJECTS);

  constructor(db: Db) {
    this.#db = db;
  }

  async of(projectId: string): Promise<Facets> {
    const { stamp, isSyncing } = await this.#state(projectId);
    const count = (): Promise<Facets> => countIssueFacets(this.#db, projectId);
    return this.#facets.get(projectId, stamp, count, isSyncing ? CACHE_TTL_MS : 0);
  }

  /** `stamp` changes whenever the issues of the project may have. A label that a sync took away is shown no more once it has ended. */
  async #state(projectId: string): Promise<{ readonly stamp: string; readonly isSyncing: boolean }> {
    const rows = await listTrackerSyncStates(this.#db, projectId);
    return { stamp: JSON.stringify(rows), isSyncing: rows.some(({ sync_state }) => sync_state === "running") };
  }
}
