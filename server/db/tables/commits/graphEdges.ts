/** Edges of the graph that are rows, from each of their ends. Every list is bounded by `limit`, the newest first where rows have a time. */
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";

export const listCommitsOfIssue = (db: Db, issueId: string, limit: number) =>
  db
    .selectFrom("issue_commits")
    .innerJoin("git_commits", "git_commits.id", "issue_commits.commit_id")
    .select(["git_commits.source_id", "git_commits.hash", "issue_commits.how"])
    .where("issue_commits.issue_id", "=", issueId)
    .orderBy("git_commits.committed_at", "desc")
    .orderBy("git_commits.id")
    .limit(limit)
    .execute();

/** Issues that commits of a repository close, or that came with a request that closes them, by the commit. */
export const listIssuesFixedByHashes = (db: Db, sourceId: string, hashes: readonly string[], limit: number) =>
  db
    .selectFrom("issue_commits")
    .innerJoin("git_commits", "git_commits.id", "issue_commits.commit_id")
    .select(["issue_commits.issue_id", "git_commits.hash"])
    .where("git_commits.source_id", "=", sourceId)
    .where("git_commits.hash", "=", anyOf(hashes))
    .where("issue_commits.how", "in", ["closes", "request"])
    .orderBy("git_commits.committed_at", "desc")
    .orderBy("issue_commits.issue_id")
    .limit(limit)
    .execute();

/** Ids of the requests that close or name an issue, with how. */
export const listLinkedRequestIds = (db: Db, issueId: string, limit: number) =>
  db
    .selectFrom("issue_requests")
    .innerJoin("change_requests", "change_requests.id", "issue_requests.request_id")
    .select(["change_requests.id", "issue_requests.how"])
    .where("issue_requests.issue_id", "=", issueId)
    .orderBy("change_requests.updated_at", "desc")
    .orderBy("change_requests.id")
    .limit(limit)
    .execute();

/** Ids of the issues that a request closes or names, with how. */
export const listLinkedIssueIds = (db: Db, requestId: string, limit: number) =>
  db
    .selectFrom("issue_requests")
    .innerJoin("issues", "issues.id", "issue_requests.issue_id")
    .select(["issues.id", "issue_requests.how"])
    .where("issue_requests.request_id", "=", requestId)
    .orderBy("issues.updated_at", "desc")
    .orderBy("issues.id")
    .limit(limit)
    .execute();

export const findPeopleOfIssue = async (db: Db, issueId: string, limit: number) => {
  const [issue, assignees] = await Promise.all([
    db.selectFrom("issues").select("author_id").where("id", "=", issueId).executeTakeFirst(),
    db
      .selectFrom("issue_assignees")
      .select("account_id")
      .where("issue_id", "=", issueId)
      .orderBy("account_id")
      .limit(limit)
      .execute(),
  ]);
  return { author: issue?.author_id ?? null, assignees: assignees.map(({ account_id }) => account_id) };
};

export const listIssuesOfAuthors = (db: Db, projectId: string, accounts: readonly string[], limit: number) =>
  db
    .selectFrom("issues")
    .select("id")
    .where("project_id", "=", projectId)
    .where("author_id", "=", anyOf(accounts))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

export const listIssuesOfAssignees = (db: Db, projectId: string, accounts: readonly string[], limit: number) =>
  db
    .selectFrom("issue_assignees")
    .innerJoin("issues", "issues.id", "issue_assignees.issue_id")
    .select(["issues.id", "issues.updated_at"])
    .distinct()
    .where("issues.project_id", "=", projectId)
    .where("issue_assignees.account_id", "=", anyOf(accounts))
    .orderBy("issues.updated_at", "desc")
    .orderBy("issues.id")
    .limit(limit)
    .execute();

export const listPagesOfIssue = (db: Db, issueId: string, limit: number) =>
  db
    .selectFrom("page_issues")
    .innerJoin("pages", "pages.id", "page_issues.page_id")
    .select("pages.id")
    .where("page_issues.issue_id", "=", issueId)
    .orderBy("pages.updated_at", "desc")
    .orderBy("pages.id")
    .limit(limit)
    .execute();

/** Pages that name a file by its path or by a definition, each once. */
export async function listPagesOfFile(db: Db, sourceId: string, path: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("pages")
    .select("id")
    // A union and not two conditions: PostgreSQL reads the whole table for an OR of subqueries.
    .where("id", "in", (pages) =>
      pages
        .selectFrom("page_paths")
        .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
        .select("page_paths.page_id")
        .where("git_paths.source_id", "=", sourceId)
        .where("git_paths.path", "=", path)
        .union((other) =>
          other
            .selectFrom("page_symbols")
            .select("page_symbols.page_id")
            .where("source_id", "=", sourceId)
            .where("path", "=", path),
        ),
    )
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Files that a page names by path or by a definition, each once. */
export const listFilesOfPage = (db: Db, pageId: string, limit: number) =>
  db
    .selectFrom("page_paths")
    .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
    .select(["git_paths.source_id as source", "git_paths.path as path"])
    .where("page_paths.page_id", "=", pageId)
    .union((other) =>
      other
        .selectFrom("page_symbols")
        .select(["page_symbols.source_id as source", "page_symbols.path as path"])
        .where("page_symbols.page_id", "=", pageId),
    )
    .orderBy("path")
    .orderBy("source")
    .limit(limit)
    .execute();

/** The last ones first. */
export const listAuthorsOfPage = (db: Db, pageId: string, limit: number) =>
  db
    .selectFrom("page_versions")
    .select("author_id")
    .select((select) => select.fn.countAll<number>().as("versions"))
    .where("page_id", "=", pageId)
    .where("author_id", "is not", null)
    .groupBy("author_id")
    .orderBy((order) => order.fn.max("created_at"), "desc")
    .orderBy("author_id")
    .limit(limit)
    .execute();

export const listPagesOfAuthors = (db: Db, projectId: string, accounts: readonly string[], limit: number) =>
  db
    .selectFrom("page_versions")
    .innerJoin("pages", "pages.id", "page_versions.page_id")
    .select("pages.id")
    .select((select) => [
      select.fn.countAll<number>().as("versions"),
      select.fn.max("page_versions.created_at").as("last_at"),
    ])
    .where("pages.project_id", "=", projectId)
    .where("page_versions.author_id", "=", anyOf(accounts))
    .groupBy("pages.id")
    .orderBy("last_at", "desc")
    .orderBy("pages.id")
    .limit(limit)
    .execute();

export async function findPeopleOfRequest(db: Db, requestId: string, limit: number) {
  const [request, reviews] = await Promise.all([
    db.selectFrom("change_requests").select("author_id").where("id", "=", requestId).executeTakeFirst(),
    db
      .selectFrom("request_reviews")
      .select("account_id")
      .where("request_id", "=", requestId)
      .where("account_id", "is not", null)
      .orderBy("submitted_at", "desc")
      .orderBy("id")
      .limit(limit)
      .execute(),
  ]);
  return { author: request?.author_id ?? null, reviewers: reviews.map(({ account_id }) => account_id) };
}

export const listRequestsOfAuthors = (db: Db, projectId: string, accounts: readonly string[], limit: number) =>
  db
    .selectFrom("change_requests")
    .select("id")
    .where("project_id", "=", projectId)
    .where("author_id", "=", anyOf(accounts))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** One row for each review. */
export const listRequestsOfReviewers = (db: Db, projectId: string, accounts: readonly string[], limit: number) =>
  db
    .selectFrom("request_reviews")
    .innerJoin("change_requests", "change_requests.id", "request_reviews.request_id")
    .select("change_requests.id")
    .where("change_requests.project_id", "=", projectId)
    .where("request_reviews.account_id", "=", anyOf(accounts))
    .orderBy("request_reviews.submitted_at", "desc")
    .orderBy("request_reviews.id")
    .limit(limit)
    .execute();

export const listPathsOfRequest = (db: Db, requestId: string, limit: number) =>
  db
    .selectFrom("request_files")
    .select("path")
    .where("request_id", "=", requestId)
    .orderBy("path")
    .limit(limit)
    .execute();

/** Requests read through these sources that change a path. */
export const listRequestsOfPath = (
  db: Db,
  projectId: string,
  sourceIds: readonly string[],
  path: string,
  limit: number,
) =>
  db
    .selectFrom("request_files")
    .innerJoin("change_requests", "change_requests.id", "request_files.request_id")
    .select("change_requests.id")
    .where("change_requests.source_id", "=", anyOf(sourceIds))
    .where("request_files.project_id", "=", projectId)
    .where("request_files.path", "=", path)
    .orderBy("change_requests.updated_at", "desc")
    .orderBy("change_requests.id")
    .limit(limit)
    .execute();

export const listRequestsByIds = (db: Db, projectId: string, ids: readonly string[]) =>
  db
    .selectFrom("change_requests")
    .select(["id", "source_id", "number", "key", "title", "state", "url", "updated_at", "merge_hash", "head_hash"])
    .where("project_id", "=", projectId)
    .where("id", "=", anyOf(ids))
    .execute();

/** Requests of a project by what people write for them. */
export const listRequestsByKeys = (db: Db, projectId: string, keys: readonly string[], limit: number) =>
  db
    .selectFrom("change_requests")
    .select(["id", "source_id", "number", "key"])
    .where("project_id", "=", projectId)
    .where("key", "=", anyOf(keys))
    .orderBy("id")
    .limit(limit)
    .execute();

/** Issues of a project by what people write for them, without their texts. */
export const listIssueNamesByKeys = (db: Db, projectId: string, keys: readonly string[], limit: number) =>
  db
    .selectFrom("issues")
    .select(["id", "source_id", "key"])
    .where("project_id", "=", projectId)
    .where("key", "=", anyOf(keys))
    .orderBy("id")
    .limit(limit)
    .execute();

export const listPagesByIds = (db: Db, projectId: string, ids: readonly string[]) =>
  db
    .selectFrom("pages")
    .select(["id", "source_id", "title", "url", "updated_at"])
    .where("project_id", "=", projectId)
    .where("id", "=", anyOf(ids))
    .execute();
