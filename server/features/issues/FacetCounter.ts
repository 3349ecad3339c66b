import type { IssueFacets } from "../../../contract/issues.ts";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { Db } from "../../db/openDb.ts";
import { countIssueFacets } from "../../db/tables/issueFacets.ts";
import { listTrackerSyncStates } from "../../db/tables/sources.ts";

type Facets = z.infer<typeof IssueFacets>;

/** Projects whose facets are cached. */
const MAX_PROJECTS = 100;
/** While a sync runs every page changes the numbers a little; counting all issues again for each of them is not worth it. */
const CACHE_TTL_MS = 5000;

/**
 * The values that a project's issues can be narrowed to. They belong to the project, not to the filter, so they are counted once for
 * each state of its trackers and kept: counting the labels of 100,000 issues takes a third of a second.
 */
export class FacetCounter {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, { print: string; at: number; facets: Promise<Facets> }>({ max: MAX_PROJECTS });

  constructor(db: Db) {
    this.#db = db;
  }

  async of(projectId: string): Promise<Facets> {
    const { print, isSyncing } = await this.#state(projectId);
    const kept = this.#kept.get(projectId);
    if (kept && (kept.print === print || (isSyncing && Date.now() - kept.at < CACHE_TTL_MS))) return kept.facets;
    const facets = countIssueFacets(this.#db, projectId);
    this.#kept.set(projectId, { print, at: Date.now(), facets });
    facets.catch(() => this.#kept.delete(projectId));
    return facets;
  }

  /** `print` changes whenever the issues of the project may have. A label that a sync took away is shown no more once it has ended. */
  async #state(projectId: string): Promise<{ readonly print: string; readonly isSyncing: boolean }> {
    const rows = await listTrackerSyncStates(this.#db, projectId);
    return { print: JSON.stringify(rows), isSyncing: rows.some(({ sync_state }) => sync_state === "running") };
  }
}
