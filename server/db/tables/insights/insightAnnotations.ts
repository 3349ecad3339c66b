import type { Insertable, Updateable } from "kysely";
import type { InsightAnnotationsTable } from "../../schema/insightSchema.ts";
import type { Db } from "../../openDb.ts";

const withAuthor = (db: Db, projects: readonly string[]) =>
  db
    .selectFrom("insight_annotations as annotation")
    .leftJoin("users", "users.id", "annotation.author_id")
    .select([
      "annotation.id",
      "annotation.project_id",
      "annotation.kind",
      "annotation.title",
      "annotation.day",
      "annotation.author_id",
      "annotation.created_at",
      "users.name as author",
    ])
    .where("annotation.project_id", "in", [...projects]);

export type StoredAnnotation = Awaited<ReturnType<typeof listAnnotationsBetween>>[number];

/** Lists the annotations of projects, the newest first. @param days both included */
export async function listAnnotationsBetween(
  db: Db,
  projects: readonly string[],
  days: { readonly from: string; readonly to: string },
  limit: number,
) {
  if (projects.length === 0) return [];
  return withAuthor(db, projects)
    .where("annotation.day", ">=", days.from)
    .where("annotation.day", "<=", days.to)
    .orderBy("annotation.day", "desc")
    .orderBy("annotation.id")
    .limit(limit)
    .execute();
}

export const findAnnotation = (db: Db, projectId: string, id: string): Promise<StoredAnnotation | undefined> =>
  withAuthor(db, [projectId]).where("annotation.id", "=", id).executeTakeFirst();

/** What its members may change of an annotation, and its author, locked until the transaction ends. */
export const lockAnnotation = (tx: Db, projectId: string, id: string) =>
  tx
    .selectFrom("insight_annotations")
    .select(["kind", "title", "day", "author_id"])
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export async function countAnnotations(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom("insight_annotations")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertAnnotation(db: Db, annotation: Insertable<InsightAnnotationsTable>): Promise<void> {
  await db.insertInto("insight_annotations").values(annotation).execute();
}

export async function updateAnnotation(db: Db, id: string, change: Updateable<InsightAnnotationsTable>): Promise<void> {
  await db.updateTable("insight_annotations").set(change).where("id", "=", id).execute();
}

export async function deleteAnnotation(db: Db, id: string): Promise<void> {
  await db.deleteFrom("insight_annotations").where("id", "=", id).execute();
}
