import type { z } from "zod";
import type { ImportResult, RunEnd } from "../../../contract/sources/imports.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { type CustomSourceRow, lockCustomSource, updateCustomSource } from "../../db/tables/sources/customSources.ts";
import { countImportedItems, deleteUnseenItems } from "../../db/tables/sources/importedItems.ts";
import { findSourceUrl } from "../../db/tables/sources/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/** A run with fewer items than this may delete any number of them. */
const FEW_ITEMS = 10;

/** Begins a run. One that had begun cannot delete anything any more, and the cursor is empty: a run sends everything. @throws NotFound */
export async function beginRun(db: Db, sourceId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lockCustomSource(transaction, sourceId))) throw new NotFound(message("source.not_found"));
    await updateCustomSource(transaction, sourceId, { run: newId(), cursor: null });
  });
}

/**
 * Deletes what was not seen in a run, and ends it. Nothing is deleted when another number of items was seen than the importer has sent.
 * The end of the run that ended last may be repeated, after a lost answer: it deletes nothing more, and has the same result.
 * @throws Conflict, NotFound
 */
export async function endRun(
  db: Db,
  source: { readonly id: string; readonly project: string },
  { run, items: sent, allow_many: allowsMany }: z.output<typeof RunEnd>,
  by: Actor,
): Promise<ImportResult> {
  return db.transaction().execute(async (transaction) => {
    const row = await lockCustomSource(transaction, source.id);
    if (!row) throw new NotFound(message("source.not_found"));
    if (row.run === null && row.ended_run === run) return resultOf(row, sent);
    if (row.run !== run) throw new Conflict(message("import.wrong_run"));
    const { all, seen } = await countImportedItems(transaction, source.id, run);
    if (seen !== sent) throw new Conflict(message("import.run_count", { sent, seen }));
    const gone = all - seen;
    if (!allowsMany && all >= FEW_ITEMS && gone > all / 2)
      throw new Conflict(message("import.run_deletes", { gone, all }));
    const sequence = Number(row.sequence) + (gone > 0 ? 1 : 0);
    const deleted = await deleteUnseenItems(transaction, source.id, run, sequence);
    const ended = { ended_run: run, ended_deleted: deleted.items };
    await updateCustomSource(transaction, source.id, {
      run: null,
      ...ended,
      sequence,
      items: row.items - deleted.items,
      bytes: Number(row.bytes) - deleted.bytes,
      imported_at: new Date(),
    });
    const { kind, url } = await findSourceUrl(transaction, source.id);
    await recordAuditEvent(transaction, by, {
      action: "import.run_ended",
      subject: { kind, id: source.id, name: url },
      after: { project: source.project, items: sent, deleted: deleted.items },
    });
    return resultOf({ ...row, ...ended }, sent);
  });
}

const resultOf = ({ ended_deleted: deleted, cursor }: CustomSourceRow, sent: number): ImportResult => ({
  new: 0,
  changed: 0,
  unchanged: sent,
  older: 0,
  deleted,
  cursor,
});
