import type { Db } from "../../openDb.ts";

/** Commits with their author's name and what a URL at the host is made of. */
const withAuthorAndSource = (db: Db) =>
  db
    .selectFrom("git_commits")
    .innerJoin("git_authors", "git_authors.id", "git_commits.author_id")
    .innerJoin("sources", "sources.id", "git_commits.source_id")
    .select([
      "git_commits.id",
      "git_commits.hash",
      "git_commits.message",
      "git_commits.committed_at",
      "git_authors.name",
      "sources.provider",
      "sources.url",
    ]);

export type CommitWithAuthor = Awaited<ReturnType<typeof listCommitsByIds>>[number];

export const listCommitsByIds = (db: Db, ids: readonly number[]) =>
  withAuthorAndSource(db)
    .where("git_commits.id", "in", [...ids])
    .execute();

/** Commits of these sources with one of these hashes. */
export const listCommitsOfSources = (db: Db, sourceIds: readonly string[], hashes: readonly string[]) =>
  withAuthorAndSource(db)
    .where("git_commits.source_id", "in", [...sourceIds])
    .where("git_commits.hash", "in", [...hashes])
    .execute();

/** What the index does not have of a commit; undefined where the database lacks it. */
export const findCommitFacts = (db: Db, sourceId: string, hash: string) =>
  db
    .selectFrom("git_commits")
    .select(["id", "authored_at", "added", "deleted"])
    .where("source_id", "=", sourceId)
    .where("hash", "=", hash)
    .executeTakeFirst();
