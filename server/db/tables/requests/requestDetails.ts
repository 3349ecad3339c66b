/** One request with everything that belongs to it. */
import { type Selectable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ChangeRequestsTable, RequestCommentsTable } from "../../schema/requestSchema.ts";
import { REQUEST_COLUMNS, type RequestCardRow } from "./requestPages.ts";

/** With its text and the hashes that its difference needs. */
export type RequestWithBody = RequestCardRow & Pick<Selectable<ChangeRequestsTable>, "body" | "base_hash">;

const wholeRequests = (db: Db, projectId: string) =>
  db
    .selectFrom("change_requests")
    .select(REQUEST_COLUMNS)
    .select(["change_requests.body", "change_requests.base_hash"])
    .where("change_requests.project_id", "=", projectId);

export const findRequest = (db: Db, projectId: string, id: string): Promise<RequestWithBody | undefined> =>
  wholeRequests(db, projectId).where("change_requests.id", "=", id).executeTakeFirst();

/** Requests with this number: several where sources count alike. */
export const listRequestsByNumber = (
  db: Db,
  projectId: string,
  number: number,
  limit: number,
): Promise<RequestWithBody[]> =>
  wholeRequests(db, projectId)
    .where("change_requests.number", "=", number)
    .orderBy("change_requests.id")
    .limit(limit)
    .execute();

/** Requests with this id or one of these keys, with the sources that they were read through. */
export const listRequestsByIdOrKeys = (db: Db, projectId: string, id: string, keys: readonly string[], limit: number) =>
  db
    .selectFrom("change_requests")
    .innerJoin("sources", "sources.id", "change_requests.source_id")
    .select(["change_requests.id", "change_requests.number", "change_requests.key", "change_requests.url"])
    .select(["sources.name", "sources.url as source_url"])
    .where("change_requests.project_id", "=", projectId)
    .where((where) => where.or([where("change_requests.id", "=", id), where("change_requests.key", "in", keys)]))
    .orderBy("change_requests.id")
    .limit(limit)
    .execute();

/** Ids of those of the requests whose number another request of their project has too. */
export async function listRequestsWithSharedNumber(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select r.id from change_requests r where r.id = any(${[...ids]}::text[]) and exists (
      select 1 from change_requests o where o.project_id = r.project_id and o.number = r.number and o.id <> r.id
    )`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Who is asked for a review or assigned, by request. */
export const listRequestPeople = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("request_accounts")
    .select(["request_id", "account_id", "role"])
    .where("request_id", "in", [...ids, ""])
    .orderBy("account_id")
    .execute();

/** Reviews, the oldest first. */
export const listReviews = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("request_reviews")
    .selectAll()
    .where("request_id", "in", [...ids, ""])
    .orderBy("submitted_at")
    .orderBy("id")
    .execute();

/** Comments of each request, and the worst state of its checks. */
export async function listRequestCounts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; comments: number; checks: "success" | "failure" | "pending" | "neutral" | null }[]> {
  const { rows } = await sql<{ id: string; comments: number; checks: "success" | null }>`
    select r.id, (select count(*)::int from request_comments c where c.request_id = r.id) as comments,
      (select state from request_checks k where k.request_id = r.id
        order by array_position(array['failure', 'pending', 'success', 'neutral'], state) limit 1) as checks
    from change_requests r where r.id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/** Comments of a request, the oldest first. */
export const listRequestComments = (db: Db, requestId: string): Promise<Selectable<RequestCommentsTable>[]> =>
  db
    .selectFrom("request_comments")
    .selectAll()
    .where("request_id", "=", requestId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const listRequestCommits = (db: Db, requestId: string) =>
  db.selectFrom("request_commits").selectAll().where("request_id", "=", requestId).orderBy("position").execute();

export const listRequestEvents = (db: Db, requestId: string) =>
  db
    .selectFrom("request_events")
    .selectAll()
    .where("request_id", "=", requestId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const listRequestChecks = (db: Db, requestId: string) =>
  db.selectFrom("request_checks").selectAll().where("request_id", "=", requestId).orderBy("position").execute();

export const listRequestFiles = (db: Db, requestId: string, limit: number) =>
  db
    .selectFrom("request_files")
    .select(["path", "additions", "deletions"])
    .where("request_id", "=", requestId)
    .orderBy("path")
    .limit(limit)
    .execute();

/** Issues that a request closes or names: those that it closes first. */
export const listIssuesOfRequest = (db: Db, requestId: string) =>
  db
    .selectFrom("issue_requests")
    .innerJoin("issues", "issues.id", "issue_requests.issue_id")
    .select(["issues.id", "issues.key", "issues.title", "issues.state", "issue_requests.how"])
    .where("issue_requests.request_id", "=", requestId)
    .orderBy((order) => order.case().when("issue_requests.how", "=", "mentions").then(1).else(0).end())
    .orderBy("issues.created_at")
    .orderBy("issues.id")
    .limit(100)
    .execute();

/** Requests that belong to an issue: those that close it first, then the newest. */
export const listRequestsOfIssue = (db: Db, issueId: string) =>
  db
    .selectFrom("issue_requests")
    .innerJoin("change_requests", "change_requests.id", "issue_requests.request_id")
    .select([
      "change_requests.id",
      "change_requests.number",
      "change_requests.key",
      "change_requests.title",
      "change_requests.state",
      "change_requests.url",
      "issue_requests.how",
    ])
    .where("issue_requests.issue_id", "=", issueId)
    .orderBy((order) => order.case().when("issue_requests.how", "=", "mentions").then(1).else(0).end())
    .orderBy("change_requests.created_at", "desc")
    .orderBy("change_requests.id")
    .limit(100)
    .execute();

/**
 * Commits with these hashes in the repositories of a project, each once. `is_bot` is what a user said about the author: null without a
 * manual merge or split.
 */
export const listCommitsByHashes = (db: Db, projectId: string, hashes: readonly string[]) =>
  db
    .selectFrom("git_commits")
    .innerJoin("sources", "sources.id", "git_commits.source_id")
    .innerJoin("git_authors", "git_authors.id", "git_commits.author_id")
    .leftJoin("person_identities", "person_identities.author_id", "git_authors.id")
    .leftJoin("persons", "persons.id", "person_identities.person_id")
    .select([
      "git_commits.source_id as source",
      "git_commits.hash",
      "git_commits.committed_at as at",
      "git_authors.id as author_id",
      "git_authors.name as author",
      "git_authors.email",
      "persons.is_bot",
      sql<string>`split_part(ltrim(left(git_commits.message, 2000), E'\n'), E'\n', 1)`.as("title"),
    ])
    .where("sources.project_id", "=", projectId)
    .where("git_commits.hash", "in", [...hashes, ""])
    .execute();

export type StoredCommit = Awaited<ReturnType<typeof listCommitsByHashes>>[number];

/** First comments of the newest discussions at these paths in requests of some sources, with their requests. */
export const listThreadsAtPaths = (
  db: Db,
  projectId: string,
  {
    sources,
    paths,
    limit,
  }: { readonly sources: readonly string[]; readonly paths: readonly string[]; readonly limit: number },
) =>
  db
    .selectFrom("request_comments as comment")
    .innerJoin("change_requests as request", "request.id", "comment.request_id")
    .selectAll("comment")
    .select(["request.number", "request.key", "request.title", "request.state", "request.url as request_url"])
    .where("request.project_id", "=", projectId)
    .where("request.source_id", "in", [...sources, ""])
    .where("comment.path", "in", [...paths, ""])
    .where("comment.reply_to", "is", null)
    .orderBy("comment.created_at", "desc")
    .orderBy("comment.id")
    .limit(limit)
    .execute();

/** All comments of discussions, by request and thread, the oldest first. */
export const listCommentsOfThreads = (db: Db, requestIds: readonly string[], threads: readonly string[]) =>
  db
    .selectFrom("request_comments")
    .selectAll()
    .where("request_id", "in", [...requestIds, ""])
    .where("thread", "in", [...threads, ""])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
