import type { Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { IssuesTable } from "../../schema/trackerSchema.ts";
import { CARD_COLUMNS, type CardRow } from "./issuePages.ts";

/** An issue with its text and what only its page shows. */
export type IssueWithBody = CardRow & Pick<Selectable<IssuesTable>, "body" | "facts" | "more_links" | "project_id">;
const WHOLE_COLUMNS = [
  ...CARD_COLUMNS,
  "issues.body",
  "issues.facts",
  "issues.more_links",
  "issues.project_id",
] as const;

export async function findIssue(db: Db, projectId: string, id: string): Promise<IssueWithBody | undefined> {
  return db
    .selectFrom("issues")
    .select(WHOLE_COLUMNS)
    .where("issues.project_id", "=", projectId)
    .where("issues.id", "=", id)
    .executeTakeFirst();
}

/** The issues of a project with one of these keys, in a stable order. */
export async function listIssuesByKeys(
  db: Db,
  projectId: string,
  keys: readonly string[],
  limit: number,
): Promise<IssueWithBody[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom("issues")
    .select(WHOLE_COLUMNS)
    .where("issues.project_id", "=", projectId)
    .where("issues.key", "in", [...keys])
    .orderBy("issues.id")
    .limit(limit)
    .execute();
}

/** Those of these issues whose key another issue of their project has too. */
export async function listIssuesWithSharedKey(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("issues")
    .innerJoin("issues as other", (join) =>
      join
        .onRef("other.project_id", "=", "issues.project_id")
        .onRef("other.key", "=", "issues.key")
        .onRef("other.id", "<>", "issues.id"),
    )
    .select("issues.id")
    .distinct()
    .where("issues.id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Those of these issues that the project has, in no order. */
export async function listIssuesByIds(db: Db, projectId: string, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("issues")
    .select(CARD_COLUMNS)
    .where("issues.project_id", "=", projectId)
    .where("issues.id", "in", [...ids])
    .execute();
}

/** Open issues in the user's projects whose assignee has the user's address, newest activity first. */
export async function listOpenIssuesAssignedTo(
  db: Db,
  user: { readonly id: string; readonly email: string },
  limit: number,
) {
  return db
    .selectFrom("issues")
    .innerJoin("projects", "projects.id", "issues.project_id")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select([...CARD_COLUMNS, "projects.slug", "projects.name as project_name"])
    .where("project_members.user_id", "=", user.id)
    .where("issues.state", "=", "open")
    .where("issues.id", "in", (select) =>
      select
        .selectFrom("issue_assignees")
        .innerJoin("accounts", "accounts.id", "issue_assignees.account_id")
        .select("issue_assignees.issue_id")
        .where((is) => is(is.fn<string>("lower", ["accounts.email"]), "=", user.email)),
    )
    .orderBy("issues.updated_at", "desc")
    .orderBy("issues.id")
    .limit(limit)
    .execute();
}

/** Which account wrote each issue or page of the project, for those of these accounts. */
export async function listItemsWrittenBy(
  db: Db,
  table: "issues" | "change_requests" | "pages",
  projectId: string,
  accounts: readonly string[],
): Promise<{ readonly id: string; readonly author_id: string | null }[]> {
  return db
    .selectFrom(table)
    .select(["id", "author_id"])
    .where("project_id", "=", projectId)
    .where("author_id", "in", [...accounts])
    .execute();
}

/** Issues of the project with this id or one of the keys, with the name of their tracker. */
export async function listIssuesByIdOrKeys(
  db: Db,
  projectId: string,
  id: string,
  keys: readonly string[],
  limit: number,
): Promise<Record<"id" | "key" | "url" | "name" | "source_url", string>[]> {
  return db
    .selectFrom("issues")
    .innerJoin("sources", "sources.id", "issues.source_id")
    .select(["issues.id", "issues.key", "issues.url", "sources.name", "sources.url as source_url"])
    .where("issues.project_id", "=", projectId)
    .where((where) => where.or([where("issues.id", "=", id), where("issues.key", "in", keys)]))
    .orderBy("issues.id")
    .limit(limit)
    .execute();
}

/** Issues with their titles and the names of their authors. */
export const listIssueTitles = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("issues")
    .leftJoin("accounts", "accounts.id", "issues.author_id")
    .select(["issues.id", "issues.key", "issues.title", "issues.url", "issues.created_at", "accounts.name"])
    .where("issues.id", "in", [...ids])
    .execute();

/** Key and title of each of these issues. */
export async function listIssueKeys(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly key: string; readonly title: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("issues")
    .select(["id", "key", "title"])
    .where("id", "in", [...ids])
    .execute();
}

/** How many issues of each of these projects are open; a project without any is missing. */
export async function countOpenIssuesByProject(db: Db, projectIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("issues")
    .select("project_id")
    .select((select) => select.fn.countAll<number>().as("open"))
    .where("project_id", "in", [...projectIds])
    .where("state", "=", "open")
    .groupBy("project_id")
    .execute();
  return new Map(rows.map(({ project_id, open }) => [project_id, Number(open)]));
}
