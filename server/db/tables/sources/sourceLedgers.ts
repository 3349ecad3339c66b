/** The comparisons of sources with their hosts: source_ledgers, and items_to_reread. */
import { type Selectable, type Updateable, sql } from "kysely";
import type { ItemToRereadTable, SourceLedgersTable } from "../../schema/ledgerSchema.ts";
import type { Db } from "../../openDb.ts";

export type LedgerRow = Selectable<SourceLedgersTable>;
export type ItemToReread = Pick<Selectable<ItemToRereadTable>, "kind" | "external_id" | "key">;

const UNDER_WAY = ["queued", "running", "waiting"] as const;

export const findLedger = (db: Db, sourceId: string): Promise<LedgerRow | undefined> =>
  db.selectFrom("source_ledgers").selectAll().where("source_id", "=", sourceId).executeTakeFirst();

/** The sources of a project with their ledgers, in the order in which they were linked. */
export const listLedgers = (db: Db, projectId: string, sourceId?: string) =>
  db
    .selectFrom("sources")
    .leftJoin("source_ledgers as ledger", "ledger.source_id", "sources.id")
    .selectAll("ledger")
    .select(["sources.id as source", "sources.sync_finished_at", "sources.paused_at"])
    .where("sources.project_id", "=", projectId)
    .$if(sourceId !== undefined, (query) => query.where("sources.id", "=", sourceId ?? ""))
    .orderBy("sources.created_at")
    .orderBy("sources.id")
    .execute();

/** Requests a comparison. The result of the last one stays. @returns false while another one is in progress */
export async function insertComparison(db: Db, sourceId: string, at: Date): Promise<boolean> {
  const begin = {
    state: "queued",
    requested_at: at,
    done: 0,
    total: null,
    error: null,
    error_code: null,
    follows_up: false,
  } as const;
  const row = await db
    .insertInto("source_ledgers")
    .values({ source_id: sourceId, counted_at: null, ...begin })
    .onConflict((conflict) =>
      conflict
        .column("source_id")
        .doUpdateSet(begin)
        .where("source_ledgers.state", "not in", [...UNDER_WAY]),
    )
    .returning("source_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateLedger(db: Db, sourceId: string, change: Updateable<SourceLedgersTable>): Promise<void> {
  await db.updateTable("source_ledgers").set(change).where("source_id", "=", sourceId).execute();
}

/**
 * Stores the result of a comparison. If other folders were chosen since it was requested, it is of the former ones:
 * it stays outdated, and is repeated after the next sync.
 */
export async function updateCompared(
  db: Db,
  sourceId: string,
  result: Omit<Updateable<SourceLedgersTable>, "was_syncing" | "follows_up"> &
    Record<"was_syncing" | "follows_up", boolean>,
): Promise<void> {
  await db
    .updateTable("source_ledgers")
    .set({
      ...result,
      state: "done",
      error: null,
      error_code: null,
      // `insertComparison` clears the column, and only a choice of folders sets it while a comparison is in progress.
      was_syncing: sql<boolean>`follows_up or ${result.was_syncing}::boolean`,
      follows_up: sql<boolean>`follows_up or ${result.follows_up}::boolean`,
    })
    .where("source_id", "=", sourceId)
    .execute();
}

/** Sources of a project that are compared again after a good sync, and have had one since the comparison. */
export async function listComparisonsToRepeat(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("source_ledgers as ledger")
    .innerJoin("sources", "sources.id", "ledger.source_id")
    .select("ledger.source_id")
    .where("sources.project_id", "=", projectId)
    .where("ledger.follows_up", "=", true)
    .where("ledger.state", "=", "done")
    .where("sources.paused_at", "is", null)
    .where("sources.sync_state", "=", "ready")
    .whereRef("sources.sync_finished_at", ">", "ledger.counted_at")
    .execute();
  return rows.map(({ source_id }) => source_id);
}

/** Sources of a project with a good sync that were compared before a time, or never; except paused ones. */
export async function listSourcesComparedBefore(db: Db, projectId: string, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .leftJoin("source_ledgers as ledger", "ledger.source_id", "sources.id")
    .select("sources.id")
    .where("sources.project_id", "=", projectId)
    .where("sources.paused_at", "is", null)
    .where("sources.sync_state", "=", "ready")
    .where("sources.sync_items", ">", 0)
    .where((is) => is.or([is("ledger.requested_at", "is", null), is("ledger.requested_at", "<", before)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Comparisons that wait or run, according to their rows. */
export async function listUnfinishedComparisons(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("source_ledgers")
    .select("source_id")
    .where("state", "in", [...UNDER_WAY])
    .execute();
  return rows.map(({ source_id }) => source_id);
}

/** Has the next sync of a source read these by their numbers. Of a source that is being removed nothing is stored, and nothing fails. */
export async function insertItemsToReread(db: Db, sourceId: string, items: readonly ItemToReread[]): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into items_to_reread (source_id, kind, external_id, key)
    select s.id, item.kind, item.external_id, item.key
    from sources s cross join unnest(${items.map(({ kind }) => kind)}::text[],
      ${items.map(({ external_id }) => external_id)}::text[], ${items.map(({ key }) => key)}::text[]) as item (kind, external_id, key)
    where s.id = ${sourceId} for key share of s
    on conflict do nothing`.execute(db);
}

export const listItemsToReread = (db: Db, sourceId: string, kind: ItemToReread["kind"]): Promise<ItemToReread[]> =>
  db
    .selectFrom("items_to_reread")
    .select(["kind", "external_id", "key"])
    .where("source_id", "=", sourceId)
    .where("kind", "=", kind)
    .execute();

export async function deleteItemsToReread(
  db: Db,
  sourceId: string,
  kind: ItemToReread["kind"],
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await db
    .deleteFrom("items_to_reread")
    .where("source_id", "=", sourceId)
    .where("kind", "=", kind)
    .where("external_id", "in", [...externalIds])
    .execute();
}
