/** What the accounts and commit authors of one person did in the trackers, code hosts and wikis of a project. */
import { type Expression, type SqlBool, sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";

/** The identities of one person. */
export interface PersonKeys {
  readonly projectId: string;
  readonly accounts: readonly string[];
  /** Ids of `git_authors`. */
  readonly authors: readonly number[];
}

const issues = (db: Db, { projectId }: PersonKeys) =>
  db.selectFrom("issues").where("issues.project_id", "=", projectId);
type Issues = ReturnType<typeof issues>;

async function listWithTotal(query: Issues, limit: number) {
  const [rows, { count }] = await Promise.all([
    query
      .select(["issues.id", "issues.key", "issues.title", "issues.state"])
      .orderBy("issues.updated_at", "desc")
      .orderBy("issues.id")
      .limit(limit)
      .execute(),
    query.select((select) => select.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count) };
}

export const listReportedBy = (db: Db, keys: PersonKeys, limit: number) =>
  listWithTotal(issues(db, keys).where("issues.author_id", "=", anyOf(keys.accounts)), limit);

const isAssignedTo = (keys: PersonKeys): Expression<SqlBool> =>
  sql<boolean>`exists (select 1 from issue_assignees a where a.issue_id = issues.id and a.account_id = any(${keys.accounts}::text[]))`;

export const listOpenAssignedTo = (db: Db, keys: PersonKeys, limit: number) =>
  listWithTotal(issues(db, keys).where("issues.state", "=", "open").where(isAssignedTo(keys)), limit);

/** Closed issues that were assigned to them, or that a commit or a merged request of theirs closed. */
export function listResolvedBy(db: Db, keys: PersonKeys, limit: number) {
  const isClosedByCommit = sql<boolean>`exists (select 1 from issue_commits l join git_commits c on c.id = l.commit_id
    where l.issue_id = issues.id and l.how = 'closes' and c.author_id = any(${keys.authors}::bigint[]))`;
  const isClosedByRequest = sql<boolean>`exists (select 1 from issue_requests l join change_requests r on r.id = l.request_id
    where l.issue_id = issues.id and l.how = 'closes' and r.state = 'merged' and r.author_id = any(${keys.accounts}::text[]))`;
  return listWithTotal(
    issues(db, keys)
      .where("issues.state", "=", "closed")
      .where((is) => is.or([isAssignedTo(keys), isClosedByCommit, isClosedByRequest])),
    limit,
  );
}

export async function listOpenRequestsOf(db: Db, keys: PersonKeys, limit: number) {
  const personal = db
    .selectFrom("change_requests")
    .where("project_id", "=", keys.projectId)
    .where("author_id", "=", anyOf(keys.accounts));
  const [rows, counts] = await Promise.all([
    personal
      .where("state", "=", "open")
      .select(["id", "number", "key", "title", "state", "url"])
      .orderBy("updated_at", "desc")
      .orderBy("id")
      .limit(limit)
      .execute(),
    personal
      .select((select) => ["state", select.fn.countAll<number>().as("count")])
      .groupBy("state")
      .execute(),
  ]);
  const countOf = (state: string): number => Number(counts.find((row) => row.state === state)?.count ?? 0);
  return { rows, open: countOf("open"), merged: countOf("merged") };
}

/** Requests of others that they reviewed, each once with the last review. */
export async function listReviewsBy(db: Db, keys: PersonKeys, limit: number) {
  const isOwn = anyOf(keys.accounts);
  const reviewed = db
    .selectFrom("request_reviews")
    .innerJoin("change_requests", "change_requests.id", "request_reviews.request_id")
    .where("change_requests.project_id", "=", keys.projectId)
    .where("request_reviews.account_id", "=", isOwn)
    .where((where) =>
      where.or([
        where("change_requests.author_id", "is", null),
        where.not(where("change_requests.author_id", "=", isOwn)),
      ]),
    );
  const last = reviewed
    .distinctOn("change_requests.id")
    .select([
      "change_requests.id",
      "change_requests.number",
      "change_requests.key",
      "change_requests.title",
      "change_requests.state",
      "change_requests.url",
      "request_reviews.state as verdict",
      "request_reviews.submitted_at",
    ])
    .orderBy("change_requests.id")
    .orderBy("request_reviews.submitted_at", "desc")
    .orderBy("request_reviews.id", "desc");
  const [rows, { count }] = await Promise.all([
    db.selectFrom(last.as("last")).selectAll().orderBy("submitted_at", "desc").orderBy("id").limit(limit).execute(),
    reviewed
      .select((select) => select.fn.count<number>("change_requests.id").distinct().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count) };
}

/** Pages of which they wrote a version, the last written first. */
export async function listPagesBy(db: Db, keys: PersonKeys, limit: number) {
  const written = db
    .selectFrom("page_versions")
    .innerJoin("pages", "pages.id", "page_versions.page_id")
    .where("pages.project_id", "=", keys.projectId)
    .where("page_versions.author_id", "=", anyOf(keys.accounts));
  const [rows, { count }] = await Promise.all([
    written
      .select(["pages.id", "pages.source_id", "pages.title"])
      .select((select) => [
        select.fn.countAll<number>().as("versions"),
        select.fn.max("page_versions.created_at").as("last_at"),
      ])
      .groupBy(["pages.id", "pages.source_id", "pages.title"])
      .orderBy("last_at", "desc")
      .orderBy("pages.id")
      .limit(limit)
      .execute(),
    written.select((select) => select.fn.count<number>("pages.id").distinct().as("count")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count) };
}

/** Accounts with the source that each was read through. */
export const listAccountsWithSource = (db: Db, projectId: string, ids: readonly string[]) =>
  db
    .selectFrom("accounts")
    .innerJoin("sources", "sources.id", "accounts.source_id")
    .select(["accounts.id", "accounts.login", "accounts.name", "accounts.avatar_url", "accounts.source_id"])
    .select(["sources.name as source_name", "sources.provider", "sources.url as source_url"])
    .where("sources.project_id", "=", projectId)
    .where("accounts.id", "=", anyOf(ids))
    .orderBy("accounts.id")
    .execute();
