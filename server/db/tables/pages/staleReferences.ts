/** Names in pages that the code no longer has, as a job has found them. */
import { isSamePath } from "../../samePath.ts";
import { type Insertable, type Selectable, sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import type {
  CheckedPagesTable,
  DeletedSymbolsTable,
  ReferenceChecksTable,
  StaleReferencesTable,
} from "../../schema/staleReferenceSchema.ts";

export type ReferenceCheckRow = Selectable<ReferenceChecksTable>;
export type StaleReferenceRow = Selectable<StaleReferencesTable>;

/** Undefined before the first comparison was requested. */
export const findReferenceCheck = (db: Db, projectId: string): Promise<ReferenceCheckRow | undefined> =>
  db.selectFrom("reference_checks").selectAll().where("project_id", "=", projectId).executeTakeFirst();

/** Stores that this state of the index is to be compared. */
export async function requestReferenceCheck(db: Db, projectId: string, requested: string): Promise<void> {
  await db
    .insertInto("reference_checks")
    .values({ project_id: projectId, requested, is_read: false })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet({ requested }))
    .execute();
}

/** Stores which state of the index was compared, or could not be; what was found before stays. */
export async function updateReferenceCheck(
  db: Db,
  projectId: string,
  check: Partial<Omit<Insertable<ReferenceChecksTable>, "project_id" | "requested">>,
): Promise<void> {
  await db.updateTable("reference_checks").set(check).where("project_id", "=", projectId).execute();
}

/** Puts what was found in the pages of these sources in place of what was known of them. Inside a transaction. */
export async function replaceStaleReferences(
  tx: Db,
  sourceIds: readonly string[],
  pages: readonly Insertable<CheckedPagesTable>[],
  references: readonly Insertable<StaleReferencesTable>[],
): Promise<void> {
  await deleteStaleReferences(tx, sourceIds);
  await insertRows(tx, "checked_pages", pages);
  await insertRows(tx, "stale_references", references);
}

/** The compared pages of these sources, by source and path: whether each is outdated. */
export async function listComparedPages(db: Db, sourceIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ source_id: string; path: string; is_outdated: boolean }>`
    select c.source_id, c.path, exists (
      select 1 from stale_references r where r.source_id = c.source_id and ${isSamePath(sql.ref("r.path"), sql.ref("c.path"))}
    ) as is_outdated
    from checked_pages c where c.source_id = any(${[...sourceIds]})`.execute(db);
  return new Map(rows.map(({ source_id: source, path, is_outdated: isOutdated }) => [`${source} ${path}`, isOutdated]));
}

/** Forgets what was found in the pages of these sources; the next comparison finds it again. Inside a transaction. */
export async function deleteStaleReferences(tx: Db, sourceIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("checked_pages").where("source_id", "=", anyOf(sourceIds)).execute();
  await tx.deleteFrom("stale_references").where("source_id", "=", anyOf(sourceIds)).execute();
}

/** How many names of the code a page has; undefined for a page that was not compared. */
export async function countNamesOfPage(db: Db, sourceId: string, path: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("checked_pages")
    .select("names")
    .where("source_id", "=", sourceId)
    .where(isSamePath(sql.ref("path"), sql`${path}::text`))
    .executeTakeFirst();
  return row?.names;
}

/** The stale references of a page, in the order of its lines. */
export const listStaleReferences = (db: Db, sourceId: string, path: string): Promise<StaleReferenceRow[]> =>
  db
    .selectFrom("stale_references")
    .selectAll()
    .where("source_id", "=", sourceId)
    .where(isSamePath(sql.ref("path"), sql`${path}::text`))
    .orderBy(sql`(lines ->> 0)::int`)
    .orderBy("name")
    .execute();

/** The number of stale references of each of these pages that was compared. */
export async function countStaleReferences(
  db: Db,
  sourceId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ path: string; count: number }>`
    select c.path, (
      select count(*)::int from stale_references r
      where r.source_id = c.source_id and ${isSamePath(sql.ref("r.path"), sql.ref("c.path"))}
    ) as count
    from checked_pages c
    where c.source_id = ${sourceId} and md5(c.path) in (select md5(p) from unnest(${paths}::text[]) p)
      and c.path = any(${paths}::text[])`.execute(db);
  return new Map(rows.map(({ path, count }) => [path, count]));
}

export interface OutdatedPageRow {
  readonly source: string;
  readonly path: string;
  readonly references: number;
  /** Number of all outdated pages of the project. */
  readonly pages: number;
  readonly total: number;
}

/** The pages of a project with the most stale references. @param source of this source alone; null: of all */
export async function listOutdatedPages(
  db: Db,
  projectId: string,
  { limit, source = null }: { readonly limit: number; readonly source?: string | null },
): Promise<OutdatedPageRow[]> {
  const { rows } = await sql<OutdatedPageRow>`
    select source_id as source, path, count(*)::int as references,
      count(*) over ()::int as pages, sum(count(*)) over ()::int as total
    from stale_references
    where source_id in (
      select id from sources where project_id = ${projectId} and (${source}::text is null or id = ${source}))
    group by source_id, path order by count(*) desc, path collate "C", source_id limit ${limit}`.execute(db);
  return rows;
}

/** What is known of the histories of these repositories. */
export async function listDeletedSymbols(
  db: Db,
  sourceIds: readonly string[],
): Promise<Selectable<DeletedSymbolsTable>[]> {
  return db.selectFrom("deleted_symbols").selectAll().where("source_id", "=", anyOf(sourceIds)).execute();
}

/** What is known of the history of a repository is read again. */
export async function deleteDeletedSymbols(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("deleted_symbols").where("source_id", "=", sourceId).execute();
}

/** The paths whose removal from these repositories was found. */
export const listPathsFoundRemoved = (
  db: Db,
  repositories: readonly string[],
): Promise<Pick<StaleReferenceRow, "removed_from" | "file">[]> =>
  db
    .selectFrom("stale_references")
    .select(["removed_from", "file"])
    .distinct()
    .where("kind", "=", "path")
    .where("removed_from", "=", anyOf(repositories))
    .execute();

export async function upsertDeletedSymbols(db: Db, rows: readonly Insertable<DeletedSymbolsTable>[]): Promise<void> {
  await insertRows(db, "deleted_symbols", rows, {
    onConflict: { columns: ["source_id"], update: ["head", "since", "reread_from", "names"] },
  });
}
