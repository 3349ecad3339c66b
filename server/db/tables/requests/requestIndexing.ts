/** Pull and merge requests of a project as the index reads them. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** Requests with a greater id, each with the login of its author. */
export const listRequestsAfter = (db: Db, projectId: string, after: string, limit: number) =>
  db
    .selectFrom("change_requests as request")
    .leftJoin("accounts", "accounts.id", "request.author_id")
    .select([
      "request.id",
      "request.number",
      "request.key",
      "request.source_id",
      "request.title",
      "request.body",
      "request.state",
      "request.labels",
      "request.url",
      "request.updated_at",
      "request.merged_at",
      "accounts.login",
    ])
    .where("request.project_id", "=", projectId)
    .where("request.id", ">", after)
    .orderBy("request.id")
    .limit(limit)
    .execute();

/** Numbers that more than one request of a project has: each source counts its own. */
export async function listAmbiguousRequestNumbers(db: Db, projectId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("change_requests")
    .select("number")
    .where("project_id", "=", projectId)
    .groupBy("number")
    .having((is) => is.fn.countAll(), ">", 1)
    .execute();
  return rows.map(({ number }) => number);
}

/** The reviews and comments of each request as one text of at most `length` characters. */
export async function listRequestDiscussions(
  db: Db,
  ids: readonly string[],
  length: number,
): Promise<{ request_id: string; text: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ request_id: string; text: string }>`
    select request_id, left(string_agg(body, ${"\n\n"} order by at, id), ${length}) as text from (
      select request_id, id, body, submitted_at as at from request_reviews
      where request_id = any(${[...ids]}::text[]) and body <> ''
      union all
      select request_id, id, body, created_at as at from request_comments where request_id = any(${[...ids]}::text[])
    ) said group by request_id`.execute(db);
  return rows;
}

/** Logins of those who reviewed each request or are asked to, each once a request. */
export async function listReviewerLogins(
  db: Db,
  ids: readonly string[],
): Promise<{ request_id: string; login: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ request_id: string; login: string }>`
    select distinct r.request_id, p.login from (
      select request_id, account_id from request_reviews where request_id = any(${[...ids]}::text[])
      union all
      select request_id, account_id from request_accounts
      where request_id = any(${[...ids]}::text[]) and role = 'reviewer'
    ) r join accounts p on p.id = r.account_id order by r.request_id, p.login`.execute(db);
  return rows;
}
