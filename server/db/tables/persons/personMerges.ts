import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { PersonMergesTable } from "../../schema/personSchema.ts";

/** Merges that have not been undone, with the person that each made. */
export const listOpenMerges = (db: Db, projectId: string) =>
  db
    .selectFrom("person_merges")
    .select(["id", "kept_id"])
    .where("project_id", "=", projectId)
    .where("undone_at", "is", null)
    .execute();

export const findMerge = (db: Db, projectId: string, id: string): Promise<Selectable<PersonMergesTable> | undefined> =>
  db
    .selectFrom("person_merges")
    .selectAll()
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();

/** The id of the project that a merge was made in. */
export async function findProjectOfMerge(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("person_merges").select("project_id").where("id", "=", id).executeTakeFirst();
  return row?.project_id;
}

export async function insertMerge(db: Db, merge: Insertable<PersonMergesTable>): Promise<void> {
  await db.insertInto("person_merges").values(merge).execute();
}

export async function updateMergeUndone(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("person_merges").set({ undone_at: at }).where("id", "=", id).execute();
}
