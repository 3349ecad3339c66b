import type { Db } from "../../db/openDb.ts";
import { countQueuedByCompany, listSyncsOfCompanies } from "../../db/tables/sourceSync.ts";

/** Syncs that run at once in one process, and how many of them may be one company's: another company always finds a place. */
export const MAX_SYNCS = 3;
export const MAX_SYNCS_PER_COMPANY = 2;

/** More syncs that run at once, of sources that are already searched: their pushes do not wait for first builds, which may take minutes. */
export const MAX_UPDATES = 1;

/** pg-boss keeps priorities as integers; beyond so many waiting sources the order within a company is that of time. */
const MAX_RANK = 1000;
/** The least priority of a source that is already searched; first builds have 0 and less. */
export const UPDATE_PRIORITY = 1;

export interface QueueShare {
  readonly group: string;
  readonly priority: number;
}

/**
 * How the next syncs of sources are queued: sources that are already searched before first builds, and each behind all companies that have
 * fewer sources of the same kind waiting. So a company that queues a thousand sources and one that queues a single one take turns. The group
 * is the company, with one for its first builds and one for the rest: neither takes the places of the other.
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
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = known.get(id);
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
