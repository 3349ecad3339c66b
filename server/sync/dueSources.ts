import { MINUTE_MS } from "../../contract/durations.ts";
import type { Db } from "../db/openDb.ts";
import type { QueuedSource } from "./SyncQuotas.ts";

/** A clock may be a little ahead of another machine's. */
const AHEAD_MS = MINUTE_MS;

/**
 * Sources whose last sync is older than the interval. One that finished in the future is due as well: the clock was set back, and the source
 * would otherwise wait until the time has caught up.
 */
export async function dueSources(db: Db, resyncEvery: number, now: Date = new Date()): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("sync_state", "in", ["ready", "failed"])
    .where("paused_at", "is", null)
    .where((is) =>
      is.or([
        is("sync_finished_at", "<", new Date(now.getTime() - resyncEvery)),
        is("sync_finished_at", ">", new Date(now.getTime() + AHEAD_MS)),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Sources whose sync waits or has not come to its end, those that were linked first before the others.
 * @param companyId only those of this company that wait for one of its quotas
 */
export async function unfinishedSources(db: Db, companyId?: string): Promise<QueuedSource[]> {
  return db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select(["sources.id", "projects.company_id as companyId", "sources.waits_for as waitsFor"])
    .where("sources.sync_state", "in", ["queued", "running"])
    .where("sources.paused_at", "is", null)
    .$if(companyId !== undefined, (query) =>
      query.where("projects.company_id", "=", companyId ?? "").where("sources.waits_for", "is not", null),
    )
    .orderBy("sources.created_at")
    .orderBy("sources.id")
    .execute();
}
