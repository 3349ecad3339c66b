/**
 * Statements of a project's overview: few, because each one passes two threads on its way from an engine to the database. Restricted items
 * are in no table that these read.
 */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import { isUnreviewed } from "../requests/unreviewedRequests.ts";

export interface OverviewCounts {
  readonly open: number;
  /** Open issues that have not changed since the given moment. */
  readonly quiet: number;
  readonly members: number;
}

/** What is counted of a project, in one statement. */
export async function countOverview(db: Db, projectId: string, quietSince: Date): Promise<OverviewCounts> {
  const { rows } = await sql<Record<"open" | "quiet" | "members", string>>`
    select
      issue.open,
      issue.quiet,
      (select count(*) from project_members where project_id = ${projectId}) as members
    from (
      select count(*) as open, count(*) filter (where updated_at < ${quietSince}) as quiet
      from issues where project_id = ${projectId} and state = 'open'
    ) issue`.execute(db);
  const [row] = rows;
  return {
    open: Number(row?.open ?? 0),
    quiet: Number(row?.quiet ?? 0),
    members: Number(row?.members ?? 0),
  };
}

export interface OverviewIssueRow {
  readonly is_quiet: boolean;
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The name of one of those who are assigned. */
  readonly assignee: string | null;
  /** Id of their account. */
  readonly assignee_id: string | null;
  /** Another issue of the project has the same key. */
  readonly is_shared: boolean;
}

/** The newest open issues, and after them those that have not changed since a moment, the longest first; `limit` of each. */
export async function listOverviewIssues(
  db: Db,
  projectId: string,
  quietSince: Date,
  limit: number,
): Promise<OverviewIssueRow[]> {
  const { rows } = await sql<OverviewIssueRow>`
    select
      found.is_quiet, found.id, found.key, found.title, found.created_at, found.updated_at,
      assigned.name as assignee, assigned.id as assignee_id,
      exists (
        select 1 from issues other where other.project_id = ${projectId} and other.key = found.key and other.id <> found.id
      ) as is_shared
    from (
      (select false as is_quiet, id, key, title, created_at, updated_at
        from issues where project_id = ${projectId} and state = 'open' order by created_at desc, id limit ${limit}::int)
      union all
      (select true, id, key, title, created_at, updated_at
        from issues where project_id = ${projectId} and state = 'open' and updated_at < ${quietSince}
        order by updated_at, id desc limit ${limit}::int)
    ) found
    left join lateral (
      select p.id, p.name from issue_assignees a join accounts p on p.id = a.account_id
      where a.issue_id = found.id order by p.name, p.id limit 1
    ) assigned on true
    order by
      found.is_quiet,
      case when not found.is_quiet then found.created_at end desc,
      case when found.is_quiet then found.updated_at end,
      found.id`.execute(db);
  return rows;
}

/** Requests that wait for a review, the oldest first. @returns the rows of the first `limit`, each with the number of all */
export const listLongWaitingRequests = (db: Db, projectId: string, limit: number) =>
  db
    .selectFrom("change_requests")
    .where("change_requests.project_id", "=", projectId)
    .where(isUnreviewed)
    .leftJoin("accounts as author", "author.id", "change_requests.author_id")
    .select([
      "change_requests.id",
      "change_requests.key",
      "change_requests.title",
      "change_requests.url",
      "change_requests.created_at",
      "author.name as author",
      "author.id as author_id",
    ])
    .select(sql<string>`count(*) over ()`.as("count"))
    .orderBy("change_requests.created_at")
    .orderBy("change_requests.id")
    .limit(limit)
    .execute();
