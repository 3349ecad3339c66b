/** When sources are synced without a request: the figures of it, which depend on each other. */
import { HOUR_SECONDS, MINUTE_MS } from "../../../contract/durations.ts";

/** How often a worker looks for sources that are due. */
export const TICK_MS = MINUTE_MS;
/** The age of a source's last sync from which it is due. */
export const RESYNC_INTERVAL_MS = 15 * MINUTE_MS;
/** The share of due sources that one tick syncs, which spreads the syncs of sources that were linked at the same time. */
export const RESYNC_SHARE = 0.1;
/** The age of a sync up to which a source is fresh: a tenth of those that are due is synced in each minute, so 99 % are within the hour. */
export const SYNC_OBJECTIVE_SECONDS = HOUR_SECONDS;
