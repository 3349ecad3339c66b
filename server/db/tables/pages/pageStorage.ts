/** Pages of one wiki as its sync stores them. */
import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { PageVersionsTable, PagesTable } from "../../schema/wikiSchema.ts";

export const listPageVersions = (db: Db, sourceId: string) =>
  db
    .selectFrom("pages")
    .select(["id", "external_id", "kind", "version", "parent_external_id", "position", "title"])
    .where("source_id", "=", sourceId)
    .execute();

/** Labels and names of attachments, by the wiki's ids. */
export const listPageExtras = (db: Db, sourceId: string) =>
  db
    .selectFrom("pages")
    .select(["external_id", "kind", "labels", "attachments"])
    .where("source_id", "=", sourceId)
    .orderBy("external_id")
    .execute();

export const listPageIds = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("pages")
    .select(["id", "external_id"])
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();

/** Stores pages by the wiki's id: one that is stored keeps its own id and gets everything else. */
export async function upsertPages(db: Db, rows: readonly Insertable<PagesTable>[]): Promise<void> {
  await insertRows(db, "pages", rows, {
    onConflict: {
      columns: ["source_id", "external_id"],
      update: [
        "kind",
        "space_key",
        "space_name",
        "parent_external_id",
        "position",
        "title",
        "version",
        "author_id",
        "labels",
        "attachments",
        "body",
        "url",
        "created_at",
        "updated_at",
      ],
    },
  });
}

/** A version that is stored stays as it is. */
export async function insertPageVersions(db: Db, rows: readonly Insertable<PageVersionsTable>[]): Promise<void> {
  await insertRows(db, "page_versions", rows, { onConflict: "ignore" });
}

export async function updatePagePlace(
  db: Db,
  sourceId: string,
  externalId: string,
  place: { readonly parent_external_id: string | null; readonly position: number },
): Promise<void> {
  await db
    .updateTable("pages")
    .set(place)
    .where("source_id", "=", sourceId)
    .where("external_id", "=", externalId)
    .execute();
}

/** Titles of a project's pages, and which page each is below. */
export const listPageTree = (db: Db, projectId: string) =>
  db
    .selectFrom("pages")
    .select(["source_id", "external_id", "parent_external_id", "title"])
    .where("project_id", "=", projectId)
    .execute();

/** Pages with a greater id, each with the name of its author. */
export const listPagesAfter = (db: Db, projectId: string, after: string, limit: number) =>
  db
    .selectFrom("pages")
    .leftJoin("accounts", "accounts.id", "pages.author_id")
    .selectAll("pages")
    .select("accounts.name as author_name")
    .where("pages.project_id", "=", projectId)
    .where("pages.id", ">", after)
    .orderBy("pages.id")
    .limit(limit)
    .execute();
