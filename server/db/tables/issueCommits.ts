import type { Db } from "../openDb.ts";

/** Hashes of the commits that name an issue or came with a request for it, in any repository of its project. */
export async function listHashesOfIssue(db: Db, issueId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("issue_commits")
    .innerJoin("git_commits", "git_commits.id", "issue_commits.commit_id")
    .select("git_commits.hash")
    .where("issue_commits.issue_id", "=", issueId)
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}
