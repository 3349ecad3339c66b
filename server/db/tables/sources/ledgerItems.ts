/** What is stored of a source, for the comparison with its host. */
import { sql } from "kysely";
import type { LeftOutKind } from "../../../../contract/sources/leftOut.ts";
import type { Db } from "../../openDb.ts";
import type { ItemToReread } from "./sourceLedgers.ts";

/** How many items of each kind are stored. `reported`: comments, as the host counts them with the issues. */
export async function countStoredItems(db: Db, sourceId: string) {
  const { rows } = await sql<
    Record<"issues" | "comments" | "reported" | "requests" | "pages" | "commits" | "branches" | "tags", number>
  >`
    select (select count(*)::int from issues where source_id = ${sourceId}) as issues,
      (select count(*)::int from issue_comments c join issues i on i.id = c.issue_id where i.source_id = ${sourceId})
        + (select count(*)::int from page_comments c join pages p on p.id = c.page_id where p.source_id = ${sourceId}) as comments,
      (select coalesce(sum(comments_count), 0)::int from issues where source_id = ${sourceId}) as reported,
      (select count(*)::int from change_requests where source_id = ${sourceId})
        + (select count(*)::int from outside_requests where source_id = ${sourceId}) as requests,
      (select count(*)::int from pages where source_id = ${sourceId}) as pages,
      (select count(*)::int from git_commits where source_id = ${sourceId}) as commits,
      (select count(*)::int from git_branches where source_id = ${sourceId}) as branches,
      (select count(*)::int from git_tags where source_id = ${sourceId}) as tags`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A select without a table has one row.");
  return row;
}

/** Comments of these issues that the host counts and that are not stored. */
export async function countUnlistedComments(db: Db, sourceId: string, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(greatest(0, i.comments_count - (select count(*) from issue_comments c where c.issue_id = i.id))), 0)::int as count
    from issues i where i.source_id = ${sourceId} and i.key = any(${[...keys]})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Items of a source that are left out, by what they are and why. */
export const countLeftOutByKind = async (
  db: Db,
  sourceId: string,
): Promise<{ subject: string; kind: LeftOutKind; count: number }[]> => {
  const rows = await db
    .selectFrom("left_out_items")
    .select((is) => ["subject", "kind", is.fn.countAll<number>().as("count")])
    .where("source_id", "=", sourceId)
    .groupBy(["subject", "kind"])
    .orderBy("kind")
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
};

/** Those of these pages of a source that are left out, by their ids at the host. */
export async function listLeftOutPages(db: Db, sourceId: string, externalIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("left_out_items")
    .select("external_id")
    .where("source_id", "=", sourceId)
    .where("subject", "=", "page")
    .where("external_id", "=", sql<string>`any(${[...externalIds]}::text[])`)
    .execute();
  return rows.map(({ external_id }) => external_id);
}

/** Issues, requests and pages of a source in a random order. */
export async function listRandomItems(db: Db, sourceId: string, limit: number): Promise<ItemToReread[]> {
  const { rows } = await sql<ItemToReread>`
    select kind, external_id, key from (
      select 'issue' as kind, external_id, key from issues where source_id = ${sourceId}
      union all select 'request', external_id, key from change_requests where source_id = ${sourceId}
      union all select 'page', external_id, '' from pages where source_id = ${sourceId}
    ) as stored order by random() limit ${limit}`.execute(db);
  return rows;
}

const ACCOUNT = sql`(select external_id from accounts where id = author_id)`;

/** The columns of stored issues that are compared with the host; people by their accounts there. */
export async function listIssuesToCompare(db: Db, sourceId: string, externalIds: readonly string[]) {
  const rows = await db
    .selectFrom("issues")
    .select(["external_id", "key", "title", "body", "state", "url", "labels", "type", "priority"])
    .select(["comments_count", "created_at", "updated_at", "closed_at"])
    .select(ACCOUNT.$castTo<string | null>().as("author"))
    .select(
      sql<string[]>`(select coalesce(jsonb_agg(a.external_id), '[]') from issue_assignees s
        join accounts a on a.id = s.account_id where s.issue_id = issues.id)`.as("assignees"),
    )
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();
  return rows;
}
export type IssueToCompare = Awaited<ReturnType<typeof listIssuesToCompare>>[number];

/** The same for requests. */
export const listRequestsToCompare = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("change_requests")
    .select(["external_id", "key", "title", "body", "state", "url", "labels", "is_draft", "source_branch"])
    .select(["target_branch", "head_hash", "created_at", "updated_at", "merged_at", "closed_at"])
    .select(ACCOUNT.$castTo<string | null>().as("author"))
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();
export type RequestToCompare = Awaited<ReturnType<typeof listRequestsToCompare>>[number];

/** The same for pages. */
export const listPagesToCompare = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("pages")
    .select(["external_id", "title", "body", "version", "parent_external_id", "url", "updated_at"])
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();
export type PageToCompare = Awaited<ReturnType<typeof listPagesToCompare>>[number];

/** How stored items are called, by kind and id at the host, for those of a source that differ. */
export async function listItemNames(
  db: Db,
  sourceId: string,
  externalIds: readonly string[],
): Promise<{ kind: ItemToReread["kind"]; external_id: string; key: string; title: string; url: string | null }[]> {
  if (externalIds.length === 0) return [];
  const ids = sql`external_id = any(${sql.val([...externalIds])}::text[]) and source_id = ${sourceId}`;
  const { rows } = await sql<Awaited<ReturnType<typeof listItemNames>>[number]>`
    select 'issue' as kind, external_id, key, title, url from issues where ${ids}
    union all select 'request', external_id, key, title, url from change_requests where ${ids}
    union all select 'page', external_id, '', title, url from pages where ${ids}`.execute(db);
  return rows;
}
