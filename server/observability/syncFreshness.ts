import type { Db } from "../db/openDb.ts";
import type { SourcesTable } from "../db/schema/schema.ts";
import { listSourcesOfCompany } from "../db/tables/sources/sources.ts";

export type Freshness = "fresh" | "late" | "failed" | "paused" | "first";

type SyncTimes = Pick<SourcesTable, "sync_state"> & {
  readonly sync_finished_at: Date | null;
  readonly paused_at: Date | null;
  readonly created_at: Date;
};

/** Whether a source keeps its objective. One that was never read has as long for it as the others have. */
export function freshnessOf(source: SyncTimes, objectiveSeconds: number, now: Date): Freshness {
  if (source.paused_at !== null) return "paused";
  if (source.sync_state === "failed") return "failed";
  const isLate = (since: Date): boolean => now.getTime() - since.getTime() > objectiveSeconds * 1000;
  if (source.sync_finished_at === null) return isLate(source.created_at) ? "late" : "first";
  return isLate(source.sync_finished_at) ? "late" : "fresh";
}

/** Every source of a company with its project, and whether this person is in that. */
export async function companySources(db: Db, companyId: string, userId: string) {
  const rows = await listSourcesOfCompany(db, companyId, userId);
  return rows.map(({ membership, ...row }) => ({ ...row, isMine: membership !== null }));
}
