import type { Selectable } from "kysely";
import type { Sync } from "../../contract/projects.ts";
import type { SourcesTable } from "../db/tables.ts";

type SyncColumns = Pick<
  Selectable<SourcesTable>,
  | "sync_state"
  | "sync_step"
  | "sync_done"
  | "sync_total"
  | "sync_error"
  | "sync_finished_at"
  | "sync_items"
  | "sync_error_code"
>;

/** The sync status of a source, in the contract's form. */
export function presentSync(row: SyncColumns): Sync {
  return {
    state: row.sync_state,
    step: row.sync_step,
    done: row.sync_done,
    total: row.sync_total,
    error: row.sync_error,
    ...(row.sync_state === "failed" && row.sync_error_code !== null && { error_code: row.sync_error_code }),
    finished_at: row.sync_finished_at?.toISOString() ?? null,
    items: row.sync_items,
  };
}
