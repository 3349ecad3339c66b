import type { Db } from "../../openDb.ts";

/** Contents of the `.mailmap` files of the project's repositories, as of the last sync; without empty ones. */
export async function listMailmaps(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("mailmaps")
    .innerJoin("sources", "sources.id", "mailmaps.source_id")
    .select("mailmaps.content")
    .where("sources.project_id", "=", projectId)
    .where("mailmaps.content", "!=", "")
    .orderBy("sources.id")
    .execute();
  return rows.map(({ content }) => content);
}

/** The commit of which the stored file is; undefined for none. */
export async function findMailmapHead(db: Db, sourceId: string): Promise<string | undefined> {
  const row = await db.selectFrom("mailmaps").select("head").where("source_id", "=", sourceId).executeTakeFirst();
  return row?.head;
}

export async function upsertMailmap(
  db: Db,
  sourceId: string,
  mailmap: { readonly head: string; readonly content: string },
): Promise<void> {
  await db
    .insertInto("mailmaps")
    .values({ source_id: sourceId, ...mailmap })
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(mailmap))
    .execute();
}

export async function deleteMailmap(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("mailmaps").where("source_id", "=", sourceId).execute();
}
