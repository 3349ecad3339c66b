import { sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { UnreadableItemsTable } from "../../schema/ledgerSchema.ts";
import type { Db } from "../../openDb.ts";

export type UnreadableItem = Pick<UnreadableItemsTable, "kind" | "item" | "field">;

/** Stores the items that a sync skipped; of one that was skipped before, the field of this time. */
export async function upsertUnreadableItems(db: Db, sourceId: string, items: readonly UnreadableItem[]): Promise<void> {
  await insertRows(
    db,
    "unreadable_items",
    items.map(({ kind, item, field }) => ({ source_id: sourceId, kind, item, field })),
    { onConflict: { columns: ["source_id", "kind", "item"], update: ["field"] } },
  );
}

/** Forgets all that was skipped of a source: it is read again from the beginning. */
export async function deleteUnreadableItems(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("unreadable_items").where("source_id", "=", sourceId).execute();
}

/** How many items were skipped and are not stored, and some of them. */
export async function findUnreadableItems(
  db: Db,
  sourceId: string,
  kind: UnreadableItem["kind"],
  examples: number,
): Promise<{ readonly count: number; readonly examples: { item: string; field: string }[] }> {
  const { rows } = await sql<{ item: string; field: string; count: number }>`
    select u.item, u.field, (count(*) over ())::int as count from unreadable_items u
    where u.source_id = ${sourceId} and u.kind = ${kind}
      and not exists (select 1 from issues i where u.kind = 'issues' and i.source_id = u.source_id and i.key = u.item)
      and not exists (select 1 from change_requests r where r.source_id = u.source_id
        and ltrim(r.key, '#!') = ltrim(u.item, '#!') and (u.kind = 'requests' or r.key = u.item))
      and not exists (select 1 from pages p where u.kind = 'pages' and p.source_id = u.source_id and p.external_id = u.item)
    order by u.item limit ${examples}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    examples: rows.map(({ item, field }) => ({ item, field })),
  };
}
