import type { IndexedSource } from "../../../contract/search/search.ts";
import type { ProjectState } from "../../project/projectState.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { type Language, formatStored } from "../../messages/messages.ts";

/** All sources of a project, each with its sync status and whether the opened index contains it. */
export function indexedSources(rows: ProjectState["sources"], index: OpenedIndex, language: Language): IndexedSource[] {
  const repositories = new Set(index.code.map(({ part }) => part.source));
  const trackers = index.issues?.table.sources();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    // A tracker without a single issue is as ready as it can be once it was read to the end.
    ready:
      row.kind === "repository"
        ? repositories.has(row.id)
        : (trackers?.has(row.id) ?? false) || row.sync_state === "ready",
    sync: {
      state: row.sync_state,
      step: row.sync_step,
      done: row.sync_done,
      total: row.sync_total,
      error: row.sync_error === null ? null : formatStored(row.sync_error, language),
      finished_at: row.sync_finished_at?.toISOString() ?? null,
      items: row.sync_items,
    },
  }));
}
