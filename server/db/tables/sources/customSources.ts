/** Custom sources: what an importer has sent so far, and where it continues. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { CustomSourcesTable } from "../../schema/importSchema.ts";
import type { Db } from "../../openDb.ts";

export type CustomSourceRow = Selectable<CustomSourcesTable>;

export async function insertCustomSource(
  db: Db,
  source: Pick<Insertable<CustomSourcesTable>, "source_id" | "link_template" | "holds">,
): Promise<void> {
  await db.insertInto("custom_sources").values(source).execute();
}

/** With its name and the slug of its project; undefined for any other source. */
export const findCustomSource = (db: Db, sourceId: string) =>
  db
    .selectFrom("custom_sources")
    .innerJoin("sources", "sources.id", "custom_sources.source_id")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .selectAll("custom_sources")
    .select(["sources.name", "projects.slug"])
    .where("custom_sources.source_id", "=", sourceId)
    .executeTakeFirst();

/** Locks the row until the transaction ends: changes of one source follow each other. */
export const lockCustomSource = (transaction: Db, sourceId: string): Promise<CustomSourceRow | undefined> =>
  transaction.selectFrom("custom_sources").selectAll().where("source_id", "=", sourceId).forUpdate().executeTakeFirst();

export async function updateCustomSource(
  db: Db,
  sourceId: string,
  state: Pick<
    Updateable<CustomSourcesTable>,
    "cursor" | "run" | "ended_run" | "ended_deleted" | "sequence" | "items" | "bytes" | "imported_at" | "mapping"
  >,
): Promise<void> {
  await db.updateTable("custom_sources").set(state).where("source_id", "=", sourceId).execute();
}

/** A sync has read all changes up to this one. */
export async function updateReadSequence(db: Db, sourceId: string, sequence: number): Promise<void> {
  await db
    .updateTable("custom_sources")
    .set({ read_sequence: sequence })
    .where("source_id", "=", sourceId)
    .where("read_sequence", "<", sequence)
    .execute();
}

/** Ids of the sources of a project with changes that no sync has read, except paused ones. */
export async function listUnreadImports(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("custom_sources")
    .innerJoin("sources", "sources.id", "custom_sources.source_id")
    .select("sources.id")
    .where("sources.project_id", "=", projectId)
    .where("sources.paused_at", "is", null)
    .where(sql<boolean>`custom_sources.sequence > custom_sources.read_sequence`)
    .execute();
  return rows.map(({ id }) => id);
}
