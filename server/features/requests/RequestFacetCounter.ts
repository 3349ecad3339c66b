import { LRUCache } from "lru-cache";
import type { RequestFacets } from "../../../contract/requests.ts";
import type { Db } from "../../db/openDb.ts";
import { countRequestFacets, findRequestsPrint } from "../../db/tables/requestPages.ts";

/** Projects whose facets are cached. */
const MAX_PROJECTS = 100;

/** The values that a project's requests can be narrowed to, counted once for each state of its requests. */
export class RequestFacetCounter {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, { readonly print: string; readonly facets: Promise<RequestFacets> }>({
    max: MAX_PROJECTS,
  });

  constructor(db: Db) {
    this.#db = db;
  }

  async of(projectId: string): Promise<RequestFacets> {
    const print = await findRequestsPrint(this.#db, projectId);
    const kept = this.#kept.get(projectId);
    if (kept?.print === print) return kept.facets;
    const facets = countRequestFacets(this.#db, projectId);
    this.#kept.set(projectId, { print, facets });
    facets.catch(() => this.#kept.delete(projectId));
    return facets;
  }
}
