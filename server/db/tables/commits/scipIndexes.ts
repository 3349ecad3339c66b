import { type Insertable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ScipIndexesTable } from "../../schema/gitSchema.ts";

/** Puts an index in place of the one that a repository had. */
export async function upsertScipIndex(db: Db, row: Insertable<ScipIndexesTable>): Promise<void> {
  const { source_id: _, ...values } = row;
  await db
    .insertInto("scip_indexes")
    .values(row)
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(values))
    .execute();
}

/** The uploaded indexes of a project's repositories. */
export const listScipIndexes = (db: Db, projectId: string) =>
  db
    .selectFrom("scip_indexes")
    .innerJoin("sources", "sources.id", "scip_indexes.source_id")
    .select(["scip_indexes.source_id as source", "scip_indexes.revision", "scip_indexes.blob"])
    .where("sources.project_id", "=", projectId)
    .execute();

/** What users see of the uploaded indexes of a project's repositories, or of one repository. */
export const listScipUploads = (db: Db, projectId: string, sourceId?: string) =>
  db
    .selectFrom("scip_indexes")
    .innerJoin("sources", "sources.id", "scip_indexes.source_id")
    .select([
      "scip_indexes.source_id as source",
      "sources.url",
      "scip_indexes.revision",
      "scip_indexes.tool",
      "scip_indexes.documents",
      "scip_indexes.occurrences",
      "scip_indexes.symbols",
      "scip_indexes.bytes",
      "scip_indexes.uploaded_at",
    ])
    .where("sources.project_id", "=", projectId)
    .$if(sourceId !== undefined, (query) => query.where("scip_indexes.source_id", "=", sourceId ?? ""))
    .orderBy("scip_indexes.uploaded_at", "desc")
    .execute();

export async function deleteScipIndex(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("scip_indexes").where("source_id", "=", sourceId).execute();
}

/** Bytes of the uploaded indexes of a company, without that of one repository. */
export async function sumScipBytes(db: Db, companyId: string, exceptSource = ""): Promise<number> {
  const row = await db
    .selectFrom("scip_indexes")
    .innerJoin("sources", "sources.id", "scip_indexes.source_id")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select((is) => is.fn.sum<number>("scip_indexes.bytes").as("bytes"))
    .where("projects.company_id", "=", companyId)
    .where("scip_indexes.source_id", "!=", exceptSource)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

export const listUnmeasuredScip = (db: Db, limit: number) =>
  db.selectFrom("scip_indexes").select(["source_id", "blob"]).where("bytes", "is", null).limit(limit).execute();

/** Stores the size of an index, unless another one was uploaded meanwhile. */
export async function updateScipBytes(db: Db, sourceId: string, blob: string, bytes: number): Promise<void> {
  await db
    .updateTable("scip_indexes")
    .set({ bytes })
    .where("source_id", "=", sourceId)
    .where("blob", "=", blob)
    .execute();
}

/**
 * Whether a repository has a commit in its stored history, as its head, as the commit whose files are indexed, or at a branch or tag that its project names. The head of a
 * repository that is limited to folders may change nothing in them.
 */
export async function hasReadCommit(db: Db, sourceId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom("sources")
    .select("id")
    .where("id", "=", sourceId)
    .where((is) =>
      is.or([
        is.exists(
          is
            .selectFrom("git_commits")
            .select("git_commits.id")
            .where("git_commits.source_id", "=", sourceId)
            .where("git_commits.hash", "=", hash),
        ),
        sql<boolean>`sources.cursor ->> 'head' = ${hash}`,
        is.exists(
          is
            .selectFrom("artifacts")
            .select("artifacts.project_id")
            .whereRef("artifacts.project_id", "=", "sources.project_id")
            .where(
              sql<boolean>`artifacts.manifest @> ${JSON.stringify({ code: [{ source: sourceId, commit: hash }] })}::jsonb`,
            ),
        ),
        sql<boolean>`sources.ref_states @> ${JSON.stringify([{ commit: hash }])}::jsonb`,
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** The blobs of all uploaded indexes. */
export async function listScipBlobs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("scip_indexes").select("blob").execute();
  return rows.map(({ blob }) => blob);
}
