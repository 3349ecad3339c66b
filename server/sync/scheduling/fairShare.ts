import type { Db } from "../../db/openDb.ts";
import { countQueuedByCompany, listSyncsOfCompanies } from "../../db/tables/sources/sourceSync.ts";

/** Syncs that run at the same time in one process, and how many of them may belong to one company, so that one is left for others. */
export const MAX_SYNCS = 3;
export const MAX_SYNCS_PER_COMPANY = 2;

/** Additional concurrent syncs, reserved for sources that are already searched: their pushes do not wait for first builds, which take minutes. */
export const MAX_UPDATES = 1;

/** Waiting sources of a company beyond this rank are served in the order of time. pg-boss stores priorities as integers. */
const MAX_RANK = 1000;
/** The lowest priority of a source that is already searched; first builds have at most 0. */
export const UPDATE_PRIORITY = 1;

export interface QueueShare {
  readonly group: string;
  readonly priority: number;
}

/**
 * Group and priority of the next sync of each source. Updates come before first builds, and the n-th waiting source of a company after the
 * (n-1)-th of every other, so companies take turns. Updates and first builds of a company are separate groups.
 * @returns by the source's id; a source that was removed is missing
 */
export async function queueShares(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, QueueShare>> {
  const shares = new Map<string, QueueShare>();
  if (ids.length === 0) return shares;
  const rows = await listSyncsOfCompanies(db, ids);
  if (rows.length === 0) return shares;
  const groupOf = ({ company, isSynced }: { company: string; isSynced: boolean }): string =>
    isSynced ? `${company} updates` : company;
  const counts = await countQueuedByCompany(
    db,
    rows.map(({ company }) => company),
  );
  const ranks = new Map(counts.map((count) => [groupOf(count), count.waiting]));
  for (const row of rows) {
    const group = groupOf(row);
    const isCounted = row.waits === null && (row.state === "queued" || row.state === "running");
    if (isCounted) ranks.set(group, Math.max(0, (ranks.get(group) ?? 0) - 1));
  }
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = rowOf.get(id);
    if (row === undefined) continue;
    const group = groupOf(row);
    const rank = ranks.get(group) ?? 0;
    const behind = Math.min(rank, MAX_RANK);
    shares.set(id, {
      group,
      priority: row.isSynced ? UPDATE_PRIORITY + MAX_RANK - behind : behind === 0 ? 0 : -behind,
    });
    ranks.set(group, rank + 1);
  }
  return shares;
}
