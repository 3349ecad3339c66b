import type { z } from "zod";
import { IMPORT_KINDS, IMPORT_LIMITS } from "../../../contract/sources/importRules.ts";
import type { ImportBatch, ImportResult } from "../../../contract/sources/imports.ts";
import { requireDiskRoom } from "../../access/limits/quotas.ts";
import type { Db } from "../../db/openDb.ts";
import { type CustomSourceRow, lockCustomSource, updateCustomSource } from "../../db/tables/sources/customSources.ts";
import {
  findDeepPage,
  listImportedKeys,
  listImportedStates,
  updateItemsSeen,
  upsertImportedItems,
} from "../../db/tables/sources/importedItems.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { Quotas } from "../../settings.ts";
import { MEGABYTE } from "../../sizes.ts";
import { type BatchPlan, type PlannedChange, planBatch, refuseEntry } from "./planBatch.ts";

type Batch = z.output<typeof ImportBatch>;

/** Ends the transaction of a dry run. */
class DryRunEnd extends Error {
  override readonly name = "DryRunEnd";
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super("Nothing is stored.");
    this.result = result;
  }
}

/**
 * Applies a batch whole or not at all. Batches of one source follow each other, because each locks the row of the source.
 * @throws Invalid with the path of an entry; Conflict for another cursor, a run that has ended, and a limit; NotFound for a deleted source
 */
export async function applyBatch(
  db: Db,
  source: { readonly id: string; readonly companyId: string },
  batch: Batch,
  quotas: Quotas,
): Promise<ImportResult> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const row = await lockCustomSource(transaction, source.id);
      if (!row) throw new NotFound(message("source.not_found"));
      const result = await applyLocked(transaction, source, row, batch, quotas);
      if (batch.dry_run) throw new DryRunEnd({ ...result, cursor: row.cursor });
      return result;
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.result;
    throw error;
  }
}

async function applyLocked(
  transaction: Db,
  source: { readonly id: string; readonly companyId: string },
  row: CustomSourceRow,
  batch: Batch,
  quotas: Quotas,
): Promise<ImportResult> {
  if (batch.after !== undefined && batch.after !== row.cursor) throw new Conflict(message("import.wrong_cursor"));
  if (batch.run !== undefined && batch.run !== row.run) throw new Conflict(message("import.wrong_run"));
  const ids = [...new Set([...batch.items, ...batch.deleted].map(({ id }) => id))];
  const stored = ids.length === 0 ? [] : await listImportedStates(transaction, source.id, ids);
  const plan = planBatch(batch, row.holds, stored);
  await requireKeys(transaction, source.id, batch, plan.changes);
  await requireRoom(transaction, source.companyId, row, plan, quotas);
  const sequence = Number(row.sequence) + (plan.changes.length > 0 ? 1 : 0);
  await upsertImportedItems(transaction, rowsOf(source.id, plan.changes, sequence, batch.run ?? null));
  if (batch.run !== undefined) await markSeen(transaction, source.id, plan, batch.run);
  await requirePlaces(transaction, source.id, batch, plan.changes);
  const cursor = batch.cursor === undefined ? row.cursor : batch.cursor;
  await updateCustomSource(transaction, source.id, {
    cursor,
    sequence,
    items: row.items + plan.items,
    bytes: Number(row.bytes) + plan.bytes,
    imported_at: new Date(),
  });
  return { ...plan.counts, cursor };
}

const rowsOf = (sourceId: string, changes: readonly PlannedChange[], sequence: number, run: string | null) =>
  changes.map((change) => ({
    source_id: sourceId,
    kind: change.kind,
    external_id: change.id,
    key: change.key,
    revision: change.revision,
    digest: change.digest,
    content: change.content,
    bytes: change.bytes,
    sequence,
    version: change.version,
    parent_external_id: change.parentId,
    position: change.position,
    run: change.content === null ? change.run : run,
  }));

async function markSeen(transaction: Db, sourceId: string, { seen }: BatchPlan, run: string): Promise<void> {
  for (const kind of IMPORT_KINDS) {
    const ids = seen.filter((item) => item.kind === kind).map(({ id }) => id);
    await updateItemsSeen(transaction, sourceId, kind, ids, run);
  }
}

/** Comments and links name an issue by its key, so that no two items of a kind may have one. Pages have none. @throws Invalid */
async function requireKeys(
  transaction: Db,
  sourceId: string,
  batch: Batch,
  changes: readonly PlannedChange[],
): Promise<void> {
  for (const kind of ["issue", "request"] as const) {
    const ours = changes.filter((change) => change.kind === kind);
    if (ours.length === 0) continue;
    const replaced = new Set(ours.map(({ id }) => id));
    const keyed = ours.filter(({ content }) => content !== null);
    const rows =
      keyed.length === 0
        ? []
        : await listImportedKeys(
            transaction,
            sourceId,
            kind,
            keyed.map(({ key }) => key),
          );
    const owners = new Map(
      rows.filter(({ external_id }) => !replaced.has(external_id)).map(({ key, external_id }) => [key, external_id]),
    );
    for (const { id, key } of keyed) {
      const owner = owners.get(key);
      if (owner !== undefined) {
        const at = batch.items.findIndex((item) => item.kind === kind && item.id === id);
        refuseEntry("items", at, kind === "issue" ? "key" : "number", message("import.key_taken", { id: owner, key }));
      }
      owners.set(key, id);
    }
  }
}

/** @throws Invalid for a page that is below itself or too deep */
async function requirePlaces(
  transaction: Db,
  sourceId: string,
  batch: Batch,
  changes: readonly PlannedChange[],
): Promise<void> {
  const moved = changes.filter(({ kind, parentId }) => kind === "page" && parentId !== null).map(({ id }) => id);
  const deep = await findDeepPage(transaction, sourceId, moved);
  if (deep === undefined) return;
  const at = batch.items.findIndex((item) => item.kind === "page" && item.id === deep);
  refuseEntry("items", at, "parent_id", message("import.depth", { id: deep, max: IMPORT_LIMITS.depth }));
}

/** @throws Conflict */
async function requireRoom(
  transaction: Db,
  companyId: string,
  row: CustomSourceRow,
  plan: BatchPlan,
  defaults: Quotas,
): Promise<void> {
  if (plan.items > 0 && row.items + plan.items > IMPORT_LIMITS.items)
    throw new Conflict(message("import.items", { max: IMPORT_LIMITS.items }));
  if (plan.bytes <= 0) return;
  if (Number(row.bytes) + plan.bytes > IMPORT_LIMITS.bytes)
    throw new Conflict(message("import.bytes", { max: IMPORT_LIMITS.bytes / MEGABYTE }));
  await requireDiskRoom(transaction, { companyId, bytes: plan.bytes }, defaults, (sizes) =>
    message("import.quota", sizes),
  );
}
