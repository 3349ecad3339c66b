import type { Sync } from "../../contract/projects.ts";
import type { SyncStatusRow } from "../db/tables/sources/sourceSync.ts";

/** The host of a source as users know it. @param url of any scheme */
export const displayHost = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url);

/** The sync status of a source as an event stores it: its error is a serialized message. */
export function storedSync(row: SyncStatusRow): Sync {
  const resumeAt = row.sync_state === "queued" && row.waits_for === "host" ? row.resume_at : null;
  return {
    state: row.sync_state,
    step: row.sync_step,
    done: row.sync_done,
    total: row.sync_total,
    error: row.sync_error,
    ...(row.sync_state === "failed" && row.sync_error_code !== null && { error_code: row.sync_error_code }),
    finished_at: row.sync_finished_at?.toISOString() ?? null,
    items: row.sync_items,
    ...(resumeAt && { quota_wait: { host: displayHost(row.url), until: resumeAt.toISOString() } }),
    ...(row.host_quota !== null && { host_quota: row.host_quota }),
  };
}
