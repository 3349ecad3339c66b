import { MINUTE_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { listSourcesSyncedOutside } from "../../db/tables/sources/sourceSync.ts";

/** How far the clock of another machine may be ahead. */
const AHEAD_MS = MINUTE_MS;

/**
 * Sources whose last sync is older than the interval. One that finished in the future is due as well: the clock was set back, and the source
 * would otherwise wait until the time has caught up.
 */
export const dueSources = (db: Db, resyncIntervalMs: number, now: Date = new Date()): Promise<string[]> =>
  listSourcesSyncedOutside(db, new Date(now.getTime() - resyncIntervalMs), new Date(now.getTime() + AHEAD_MS));
