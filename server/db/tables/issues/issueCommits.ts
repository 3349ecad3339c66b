import type { Db } from "../../openDb.ts";

/** Issues that a commit names, or whose request brought it: those that it closes first. */
export const listIssuesOfCommit = (db: Db, commitId: number, limit: number) =>
  db
    .selectFrom("issue_commits")
    .innerJoin("issues", "issues.id", "issue_commits.issue_id")
    .select(["issues.id", "issues.key", "issues.number", "issues.title", "issues.state", "issues.url"])
    .select("issue_commits.how")
    .where("issue_commits.commit_id", "=", commitId)
    .orderBy((order) => order.case().when("issue_commits.how", "=", "mentions").then(1).else(0).end())
    .orderBy("issues.created_at", "desc")
    .orderBy("issues.id")
    .limit(limit)
    .execute();

/** The same for many commits of a repository, by their hashes. */
export const listIssuesOfHashes = (db: Db, sourceId: string, hashes: readonly string[]) =>
  db
    .selectFrom("issue_commits")
    .innerJoin("git_commits", "git_commits.id", "issue_commits.commit_id")
    .innerJoin("issues", "issues.id", "issue_commits.issue_id")
    .select(["git_commits.hash", "issues.id", "issues.key", "issues.number", "issues.title", "issues.state"])
    .where("git_commits.source_id", "=", sourceId)
    .where("git_commits.hash", "in", [...hashes])
    .orderBy((order) => order.case().when("issue_commits.how", "=", "mentions").then(1).else(0).end())
    .orderBy("issues.created_at")
    .orderBy("issues.id")
    .limit(2000)
    .execute();
