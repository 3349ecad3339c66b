/** The tables source_disk and index_disk: what was measured last. */
import type { Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SourceDiskTable } from "../../schema/quotaSchema.ts";

/** Bytes of copies and rows of a company's sources. A sum over nothing is null. */
export const sumSourceDisk = (db: Db, companyId: string) =>
  db
    .selectFrom("source_disk")
    .innerJoin("sources", "sources.id", "source_disk.source_id")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select((is) => [is.fn.sum<number>("copy_bytes").as("copies"), is.fn.sum<number>("row_bytes").as("rows")])
    .where("projects.company_id", "=", companyId)
    .executeTakeFirst();

/** Bytes of the indexes of a company's projects. */
export async function sumIndexDisk(db: Db, companyId: string): Promise<number> {
  const row = await db
    .selectFrom("index_disk")
    .innerJoin("projects", "projects.id", "index_disk.project_id")
    .select((is) => is.fn.sum<number>("bytes").as("bytes"))
    .where("projects.company_id", "=", companyId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

export const listSourceDisk = (db: Db, sourceIds: readonly string[]): Promise<Selectable<SourceDiskTable>[]> =>
  db
    .selectFrom("source_disk")
    .selectAll()
    .where("source_id", "in", [...sourceIds])
    .execute();

/** Stores one of the two measures; nothing for a source that was removed. @throws DatabaseError when it is removed meanwhile */
export async function upsertSourceDisk(
  db: Db,
  sourceId: string,
  measured: { readonly copy_bytes: number } | { readonly row_bytes: number },
  at: Date,
): Promise<void> {
  await db
    .insertInto("source_disk")
    .columns(["source_id", "copy_bytes", "row_bytes", "measured_at"])
    .expression((is) =>
      is
        .selectFrom("sources")
        .select((builder) => [
          "sources.id",
          builder.val("copy_bytes" in measured ? measured.copy_bytes : 0).as("copy_bytes"),
          builder.val("row_bytes" in measured ? measured.row_bytes : 0).as("row_bytes"),
          builder.val(at).as("measured_at"),
        ])
        .where("sources.id", "=", sourceId),
    )
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet({ ...measured, measured_at: at }))
    .execute();
}

/** How many bytes the source's sync needs at least. */
export async function updateNeededBytes(db: Db, sourceId: string, bytes: number): Promise<void> {
  await db.updateTable("source_disk").set({ needed_bytes: bytes }).where("source_id", "=", sourceId).execute();
}

export async function clearNeededBytes(db: Db, sourceId: string): Promise<void> {
  await db
    .updateTable("source_disk")
    .set({ needed_bytes: null })
    .where("source_id", "=", sourceId)
    .where("needed_bytes", "is not", null)
    .execute();
}

/** The generation of the index that was measured; undefined for none. */
export async function findMeasuredGeneration(db: Db, projectId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("index_disk")
    .select("generation")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row?.generation;
}

/** Stores the size of an index unless a newer one was measured. @throws DatabaseError when the project is removed */
export async function upsertIndexDisk(
  db: Db,
  projectId: string,
  measured: { readonly generation: number; readonly bytes: number; readonly measured_at: Date },
): Promise<void> {
  await db
    .insertInto("index_disk")
    .values({ project_id: projectId, ...measured })
    .onConflict((conflict) =>
      conflict.column("project_id").doUpdateSet(measured).where("index_disk.generation", "<", measured.generation),
    )
    .execute();
}
