import type { RequestFacets } from "../../../contract/requests/requests.ts";
import type { Db } from "../../db/openDb.ts";
import { countMarks } from "../../db/tables/issues/itemMarks.ts";
import { countRequestFacets, findRequestsDigest } from "../../db/tables/requests/requestPages.ts";
import { StampedCache } from "../../memoize.ts";

/** Projects whose facets are cached. */
const MAX_PROJECTS = 100;

/** The values that a project's requests can be narrowed to, counted once for each state of its requests. */
export class RequestFacetCounter {
  readonly #db: Db;
  readonly #facets = new StampedCache<Omit<RequestFacets, "mark">>(MAX_PROJECTS);

  constructor(db: Db) {
    this.#db = db;
  }

  async of(projectId: string): Promise<RequestFacets> {
    const stamp = await findRequestsDigest(this.#db, projectId);
    const [counted, mark] = await Promise.all([
      this.#facets.get(projectId, stamp, () => countRequestFacets(this.#db, projectId)),
      // No request changes when a mark does.
      countMarks(this.#db, projectId, "request"),
    ]);
    return { ...counted, mark };
  }
}
