import type { Db } from "../db/openDb.ts";
import { countQueuedByCompany, listSyncsOfCompanies } from "../db/tables/sourceSync.ts";

/** Syncs that run at once in one process, and how many of them may be one company's: another company always finds a place. */
export const MAX_SYNCS = 3;
export const MAX_SYNCS_PER_COMPANY = 2;

/** pg-boss keeps priorities as integers; beyond so many waiting sources the order within a company is that of time. */
const MAX_RANK = 1000;

export interface QueueShare {
  readonly group: string;
  readonly priority: number;
}

/**
 * How the next syncs of sources are queued: with the company as the group, and each behind all companies that have fewer sources waiting. So
 * a company that queues a thousand sources and one that queues a single one take turns.
 * @returns by the source's id; a source that was removed is missing
 */
export async function queueShares(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, QueueShare>> {
  const shares = new Map<string, QueueShare>();
  if (ids.length === 0) return shares;
  const rows = await listSyncsOfCompanies(db, ids);
  if (rows.length === 0) return shares;
  const ranks = await countQueuedByCompany(
    db,
    rows.map(({ company }) => company),
  );
  const isCounted = ({ state, waits }: (typeof rows)[number]): boolean =>
    waits === null && (state === "queued" || state === "running");
  for (const row of rows) {
    const { company } = row;
    if (isCounted(row)) ranks.set(company, Math.max(0, (ranks.get(company) ?? 0) - 1));
  }
  const companies = new Map(rows.map(({ id, company }) => [id, company]));
  for (const id of ids) {
    const group = companies.get(id);
    if (group === undefined) continue;
    const rank = ranks.get(group) ?? 0;
    shares.set(id, { group, priority: rank === 0 ? 0 : -Math.min(rank, MAX_RANK) });
    ranks.set(group, rank + 1);
  }
  return shares;
}
