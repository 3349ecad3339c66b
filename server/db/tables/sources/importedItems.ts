/** Items of custom sources as they were sent. */
import { sql, type Insertable, type Selectable } from "kysely";
import { IMPORT_LIMITS, IMPORTED_ROW_BYTES, type ImportKindName } from "../../../../contract/sources/importRules.ts";
import { insertRows } from "../../insertRows.ts";
import type { ImportedItemsTable } from "../../schema/importSchema.ts";
import type { Db } from "../../openDb.ts";

export type ImportedItemRow = Selectable<ImportedItemsTable>;

/** What is stored of these items, with deleted ones. */
export const listImportedStates = (db: Db, sourceId: string, ids: readonly string[]) =>
  db
    .selectFrom("imported_items")
    .select(["kind", "external_id", "key", "revision", "digest", "bytes", "version", "run"])
    .select(sql<boolean>`content is null`.as("is_deleted"))
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...ids])
    .execute();

/** Items that have one of these keys and are not deleted. */
export const listImportedKeys = (db: Db, sourceId: string, kind: ImportKindName, keys: readonly string[]) =>
  db
    .selectFrom("imported_items")
    .select(["external_id", "key"])
    .where("source_id", "=", sourceId)
    .where("kind", "=", kind)
    .where("key", "in", [...keys])
    .where("content", "is not", null)
    .execute();

export async function upsertImportedItems(db: Db, rows: readonly Insertable<ImportedItemsTable>[]): Promise<void> {
  await insertRows(db, "imported_items", rows, {
    onConflict: {
      columns: ["source_id", "kind", "external_id"],
      update: [
        "key",
        "revision",
        "digest",
        "content",
        "bytes",
        "sequence",
        "version",
        "parent_external_id",
        "position",
        "run",
      ],
    },
  });
}

/** Marks items as seen in a run that have not changed. */
export async function updateItemsSeen(
  db: Db,
  sourceId: string,
  kind: ImportKindName,
  ids: readonly string[],
  run: string,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("imported_items")
    .set({ run })
    .where("source_id", "=", sourceId)
    .where("kind", "=", kind)
    .where("external_id", "in", [...ids])
    .execute();
}

/** Items that are not deleted: all of them, and those that were seen in a run. */
export async function countImportedItems(
  db: Db,
  sourceId: string,
  run: string | null,
): Promise<{ readonly all: number; readonly seen: number }> {
  const row = await db
    .selectFrom("imported_items")
    .select([
      sql<number>`count(*)`.as("all"),
      sql<number>`count(*) filter (where run is not distinct from ${run})`.as("seen"),
    ])
    .where("source_id", "=", sourceId)
    .where("content", "is not", null)
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), seen: Number(row.seen) };
}

/** How many items of each kind are not deleted. */
export async function countImportedByKind(db: Db, sourceId: string): Promise<Record<ImportKindName, number>> {
  const rows = await db
    .selectFrom("imported_items")
    .select((is) => ["kind", is.fn.countAll<number>().as("count")])
    .where("source_id", "=", sourceId)
    .where("content", "is not", null)
    .groupBy("kind")
    .execute();
  const counts = { issue: 0, request: 0, page: 0 };
  for (const { kind, count } of rows) counts[kind] = Number(count);
  return counts;
}

/** Deletes the items that were not seen in a run; each gets the number of the change. @returns how many, and their bytes */
export async function deleteUnseenItems(
  db: Db,
  sourceId: string,
  run: string,
  sequence: number,
): Promise<{ readonly items: number; readonly bytes: number }> {
  const { rows } = await sql<{ items: number; bytes: number }>`
    with gone as (
      update imported_items i set content = null, bytes = ${sql.lit(IMPORTED_ROW_BYTES)}, sequence = ${sequence}, version = i.version + 1, digest = ''
      from imported_items before
      where i.source_id = ${sourceId} and i.content is not null and i.run is distinct from ${run}
        and before.source_id = i.source_id and before.kind = i.kind and before.external_id = i.external_id
      returning before.bytes
    )
    select count(*) as items, coalesce(sum(bytes - ${sql.lit(IMPORTED_ROW_BYTES)}), 0) as bytes from gone`.execute(db);
  return { items: Number(rows[0]?.items ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Finds one of these pages that is below itself, or deeper than `IMPORT_LIMITS.depth`; undefined when there is none. */
export async function findDeepPage(db: Db, sourceId: string, ids: readonly string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const { rows } = await sql<{ start: string }>`
    with recursive above (start, parent, depth) as (
      select external_id, parent_external_id, 1 from imported_items
      where source_id = ${sourceId} and kind = 'page' and content is not null and external_id = any(${[...ids]}::text[])
      union all
      select above.start, i.parent_external_id, above.depth + 1 from above
      join imported_items i on i.source_id = ${sourceId} and i.kind = 'page' and i.content is not null
        and i.external_id = above.parent
      where above.depth <= ${sql.lit(IMPORT_LIMITS.depth)}
    )
    select start from above where depth > ${sql.lit(IMPORT_LIMITS.depth)} limit 1`.execute(db);
  return rows[0]?.start;
}

/** Changes of one kind after a number, in their order; deleted items have no content. */
export const listImportedChanges = (
  db: Db,
  sourceId: string,
  kind: ImportKindName,
  after: { readonly sequence: number; readonly id: string },
  limit: number,
) =>
  db
    .selectFrom("imported_items")
    .select(["external_id", "content", "sequence", "version"])
    .where("source_id", "=", sourceId)
    .where("kind", "=", kind)
    .where(sql<boolean>`(sequence, external_id) > (${after.sequence}, ${after.id})`)
    .orderBy("sequence")
    .orderBy("external_id")
    .limit(limit)
    .execute();

/** Places of the pages of a source, by id. */
export const listImportedPlaces = (db: Db, sourceId: string, after: string, limit: number) =>
  db
    .selectFrom("imported_items")
    .select(["external_id", "version", "parent_external_id", "position"])
    .where("source_id", "=", sourceId)
    .where("kind", "=", "page")
    .where("content", "is not", null)
    .where("external_id", ">", after)
    .orderBy("external_id")
    .limit(limit)
    .execute();

/** Items of one kind that are not deleted, by their ids. */
export const listImportedItems = (db: Db, sourceId: string, kind: ImportKindName, ids: readonly string[]) =>
  db
    .selectFrom("imported_items")
    .select(["external_id", "content", "sequence", "version"])
    .where("source_id", "=", sourceId)
    .where("kind", "=", kind)
    .where("external_id", "in", [...ids])
    .where("content", "is not", null)
    .execute();

/** Ids of one kind that are not deleted, in their order. */
export const listImportedIds = (db: Db, sourceId: string, kind: ImportKindName, after: string, limit: number) =>
  db
    .selectFrom("imported_items")
    .select("external_id")
    .where("source_id", "=", sourceId)
    .where("kind", "=", kind)
    .where("content", "is not", null)
    .where("external_id", ">", after)
    .orderBy("external_id")
    .limit(limit)
    .execute();
