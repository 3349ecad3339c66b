/** Items that a source restricts, and the texts of those that are read for one role: left_out_items and restricted_items. */
import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { LeftOutItemsTable, RestrictedItemsTable } from "../../schema/trackerSchema.ts";

export type LeftOutSubject = LeftOutItemsTable["subject"];

/** The provider's ids. */
export async function listLeftOutIds(db: Db, sourceId: string, subject: LeftOutSubject): Promise<string[]> {
  const rows = await db
    .selectFrom("left_out_items")
    .select("external_id")
    .where("source_id", "=", sourceId)
    .where("subject", "=", subject)
    .execute();
  return rows.map((row) => row.external_id);
}

export async function countLeftOut(db: Db, sourceId: string, subject: LeftOutSubject): Promise<number> {
  const { count } = await db
    .selectFrom("left_out_items")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("source_id", "=", sourceId)
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function upsertLeftOut(db: Db, rows: readonly Insertable<LeftOutItemsTable>[]): Promise<void> {
  await insertRows(db, "left_out_items", rows, {
    onConflict: { columns: ["source_id", "subject", "external_id"], update: ["kind", "parent_external_id"] },
  });
}

export async function deleteLeftOut(
  db: Db,
  sourceId: string,
  subject: LeftOutSubject,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await db
    .deleteFrom("left_out_items")
    .where("source_id", "=", sourceId)
    .where("subject", "=", subject)
    .where("external_id", "in", [...externalIds])
    .execute();
}

/** Deletes what is known of comments on these issues or requests. */
export async function deleteLeftOutComments(db: Db, sourceId: string, parentIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom("left_out_items")
    .where("source_id", "=", sourceId)
    .where("subject", "=", "comment")
    .where("parent_external_id", "in", [...parentIds])
    .execute();
}

/** Locks the source until the transaction ends. @returns the choice for which restricted items are read; null: they are not */
export async function lockRestrictedChoice(transaction: Db, sourceId: string): Promise<string | null> {
  const { restricted_choice } = await transaction
    .selectFrom("sources")
    .select("restricted_choice")
    .where("id", "=", sourceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return restricted_choice;
}

export async function upsertRestrictedItems(db: Db, rows: readonly Insertable<RestrictedItemsTable>[]): Promise<void> {
  await insertRows(db, "restricted_items", rows, {
    onConflict: {
      columns: ["source_id", "subject", "external_id"],
      update: ["key", "title", "body", "url", "author", "state", "version", "created_at", "updated_at"],
    },
  });
}

/** Versions of the restricted pages whose texts are stored, by the wiki's ids. */
export const listRestrictedPageVersions = (db: Db, sourceId: string) =>
  db
    .selectFrom("restricted_items")
    .select(["external_id", "version"])
    .where("source_id", "=", sourceId)
    .where("subject", "=", "page")
    .execute();
