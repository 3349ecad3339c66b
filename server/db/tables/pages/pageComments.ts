/** Comments on pages of wikis. */
import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { PageCommentsTable } from "../../schema/wikiSchema.ts";

/** The wiki's ids of the comments that are stored, with their versions. */
export const listCommentVersions = (db: Db, sourceId: string) =>
  db
    .selectFrom("page_comments")
    .innerJoin("pages", "pages.id", "page_comments.page_id")
    .select(["page_comments.external_id", "page_comments.version", "pages.external_id as page"])
    .where("pages.source_id", "=", sourceId)
    .execute();

/** Stores comments by the wiki's id: one that is stored gets everything of the new row. */
export async function upsertPageComments(db: Db, rows: readonly Insertable<PageCommentsTable>[]): Promise<void> {
  await insertRows(db, "page_comments", rows, {
    onConflict: {
      columns: ["page_id", "external_id"],
      update: ["kind", "version", "author_id", "quote", "body", "url", "created_at", "updated_at"],
    },
  });
}

export async function deletePageComments(db: Db, sourceId: string, externalIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom("page_comments")
    .where("external_id", "in", [...externalIds])
    .where("page_id", "in", (pages) => pages.selectFrom("pages").select("pages.id").where("source_id", "=", sourceId))
    .execute();
}

/** The comments on these pages, the oldest of each page first. */
export const listCommentsOfPages = (db: Db, pageIds: readonly string[]) =>
  db
    .selectFrom("page_comments")
    .leftJoin("accounts", "accounts.id", "page_comments.author_id")
    .select(["page_id", "body", "quote", "accounts.name as author_name"])
    .where("page_id", "in", [...pageIds])
    .orderBy("page_id")
    .orderBy("page_comments.created_at")
    .orderBy("page_comments.external_id")
    .execute();

/** The newest comments on a page, the oldest of them first. */
export async function listCommentsOfPage(db: Db, pageId: string, limit: number) {
  const rows = await db
    .selectFrom("page_comments")
    .leftJoin("accounts", "accounts.id", "page_comments.author_id")
    .select([
      "page_comments.external_id as id",
      "page_comments.kind",
      "page_comments.quote",
      "page_comments.body",
      "page_comments.url",
      "page_comments.created_at",
      "page_comments.author_id",
      "accounts.name as author_name",
      "accounts.login as author_login",
      "accounts.email as author_email",
      "accounts.avatar_url as author_avatar",
    ])
    .where("page_comments.page_id", "=", pageId)
    .orderBy("page_comments.created_at", "desc")
    .orderBy("page_comments.external_id", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed();
}

export type PageCommentRow = Awaited<ReturnType<typeof listCommentsOfPage>>[number];

export async function countCommentsOfPage(db: Db, pageId: string): Promise<number> {
  const { count } = await db
    .selectFrom("page_comments")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("page_id", "=", pageId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
