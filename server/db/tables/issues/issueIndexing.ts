/** Issues of a project as the index and the links between sources read them. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** Issues with a greater id, each with the login of its author. */
export const listIssuesAfter = (db: Db, projectId: string, after: string, limit: number) =>
  db
    .selectFrom("issues")
    .leftJoin("accounts", "accounts.id", "issues.author_id")
    .selectAll("issues")
    .select("accounts.login")
    .where("issues.project_id", "=", projectId)
    .where("issues.id", ">", after)
    .orderBy("issues.id")
    .limit(limit)
    .execute();

/** The comments of each issue as one text of at most `length` characters. */
export async function listCommentTexts(
  db: Db,
  issueIds: readonly string[],
  length: number,
): Promise<{ issue_id: string; text: string }[]> {
  if (issueIds.length === 0) return [];
  const { rows } = await sql<{ issue_id: string; text: string }>`
    select issue_id, left(string_agg(body, ${"\n\n"} order by created_at, id), ${length}) as text
    from issue_comments where issue_id = any(${issueIds}::text[]) group by issue_id`.execute(db);
  return rows;
}

/** Commits whose message closes an issue, and commits of a request that closes it, newest first. */
export async function listFixes(db: Db, projectId: string): Promise<{ issue_id: string; hash: string }[]> {
  const { rows } = await sql<{ issue_id: string; hash: string }>`
    select l.issue_id, c.hash from issue_commits l
    join issues i on i.id = l.issue_id
    join git_commits c on c.id = l.commit_id
    where i.project_id = ${projectId} and l.how in ('closes', 'request')
    order by c.committed_at desc, c.hash`.execute(db);
  return rows;
}

/** What a text may call each issue. */
export const listIssueNames = (db: Db, projectId: string) =>
  db
    .selectFrom("issues")
    .select(["id", "source_id", "number", "key", "url"])
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();

/** Texts of those of these issues that the project still has, by id. */
export async function readIssueBodies(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const rows = await db
    .selectFrom("issues")
    .select(["id", "body"])
    .where("project_id", "=", projectId)
    .where("id", "in", [...ids])
    .execute();
  return Object.fromEntries(rows.map(({ id, body }) => [id, body]));
}
