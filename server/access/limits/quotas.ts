/** What companies may use, and what they use: the installation's defaults, their own values, and the sums over their projects. */
import { MEGABYTE } from "../../sizes.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompanyForReferences } from "../../db/tables/companies/companies.ts";
import { listCompanyQuotas } from "../../db/tables/companies/companyQuotas.ts";
import { sumIndexDisk, sumSourceDisk } from "../../db/tables/operations/diskUse.ts";
import { sumScipBytes } from "../../db/tables/commits/scipIndexes.ts";
import { countSourcesByState, countSourcesOfCompany } from "../../db/tables/sources/sourceCounts.ts";
import { Conflict } from "../../errors.ts";
import type { Quotas } from "../../settings.ts";
import { type Message, message } from "../../messages/messages.ts";

export const NO_QUOTAS: Quotas = { diskBytes: null, sources: null, syncs: null };

/** A value of a company's own: a 0 is no limit. */
const effective = (value: number | null | undefined, byDefault: number | null, unit = 1): number | null =>
  value === null || value === undefined ? byDefault : value === 0 ? null : Number(value) * unit;

/** The quotas that hold for these companies. */
export async function quotasOf(
  db: Db,
  companyIds: readonly string[],
  defaults: Quotas,
): Promise<ReadonlyMap<string, Quotas>> {
  if (companyIds.length === 0) return new Map();
  const rows = await listCompanyQuotas(db, companyIds);
  const rowByCompany = new Map(rows.map((row) => [row.company_id, row]));
  return new Map(
    companyIds.map((id) => {
      const row = rowByCompany.get(id);
      return [
        id,
        {
          diskBytes: effective(row?.disk_mb, defaults.diskBytes, MEGABYTE),
          sources: effective(row?.sources, defaults.sources),
          syncs: effective(row?.syncs, defaults.syncs),
        },
      ];
    }),
  );
}

export const quotasOfOne = async (db: Db, companyId: string, defaults: Quotas): Promise<Quotas> =>
  (await quotasOf(db, [companyId], defaults)).get(companyId) ?? defaults;

/** Bytes that the sources of a company occupy, as they were measured last. */
export interface DiskUse {
  /** Copies of repositories. */
  readonly copies: number;
  /** Indexes of projects, and uploaded SCIP indexes. */
  readonly index: number;
  /** Rows of the database. */
  readonly rows: number;
}

export const diskSum = ({ copies, index, rows }: DiskUse): number => copies + index + rows;

/** @param exceptSource its uploaded SCIP index is not counted */
export async function diskUseOf(db: Db, companyId: string, exceptSource?: string): Promise<DiskUse> {
  const sources = await sumSourceDisk(db, companyId);
  const index = (await sumIndexDisk(db, companyId)) + (await sumScipBytes(db, companyId, exceptSource));
  // A sum over nothing is null.
  return { copies: Number(sources?.copies ?? 0), rows: Number(sources?.rows ?? 0), index };
}

/** How many sources a company has, and the status of their syncs. */
export interface SourceUse {
  readonly sources: number;
  readonly running: number;
  /** Syncs that wait for one of these quotas. */
  readonly waiting: { readonly disk: number; readonly syncs: number };
}

export async function sourceUseOf(db: Db, companyId: string): Promise<SourceUse> {
  const rows = await countSourcesByState(db, companyId);
  const count = (isOne: (row: (typeof rows)[number]) => boolean): number =>
    rows.reduce((sum, row) => sum + (isOne(row) ? Number(row.count) : 0), 0);
  const waits = (what: "disk" | "syncs"): number =>
    count((row) => row.state === "queued" && row.paused === null && row.waits === what);
  return {
    sources: count(() => true),
    running: count((row) => row.state === "running" && row.paused === null),
    waiting: { disk: waits("disk"), syncs: waits("syncs") },
  };
}

/**
 * Checks that a company may link this many sources more. In the transaction that adds them, after the company's row was locked.
 * @throws Conflict
 */
export async function requireSourceQuota(db: Db, companyId: string, more: number, defaults: Quotas): Promise<void> {
  if (more === 0) return;
  const { sources: limit } = await quotasOfOne(db, companyId, defaults);
  if (limit === null) return;
  const count = await countSourcesOfCompany(db, companyId);
  if (count + more <= limit) return;
  throw new Conflict(message("quota.sources", { max: limit, used: count }));
}

/**
 * Checks that an uploaded index fits the company's disk quota in place of the one that its repository has. In the transaction that stores it.
 * @throws Conflict
 */
export const requireScipRoom = (
  transaction: Db,
  { companyId, sourceId, bytes }: { readonly companyId: string; readonly sourceId: string; readonly bytes: number },
  defaults: Quotas,
): Promise<void> =>
  requireDiskRoom(transaction, { companyId, bytes, replacedSourceId: sourceId }, defaults, ({ used, quota }) =>
    message("scip.quota", { needed: megabytes(bytes), used, quota }),
  );

const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);

/**
 * Checks that bytes fit the company's disk quota. In the transaction that stores them.
 * @param refusal of sizes in megabytes
 * @throws Conflict
 */
export async function requireDiskRoom(
  transaction: Db,
  {
    companyId,
    bytes,
    replacedSourceId,
  }: { readonly companyId: string; readonly bytes: number; readonly replacedSourceId?: string },
  defaults: Quotas,
  refusal: (sizes: { readonly used: number; readonly quota: number }) => Message,
): Promise<void> {
  const { diskBytes } = await quotasOfOne(transaction, companyId, defaults);
  if (diskBytes === null) return;
  // The company's row is the lock between all processes.
  await lockCompanyForReferences(transaction, companyId);
  const used = diskSum(await diskUseOf(transaction, companyId, replacedSourceId));
  if (used + bytes <= diskBytes) return;
  throw new Conflict(refusal({ used: megabytes(used), quota: megabytes(diskBytes) }));
}
