import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";

export interface GitBranch {
  readonly name: string;
  /** The commit that it points at. */
  readonly hash: string;
  /** The time of its commit where that is outside of the head's history and the mirror has it; null for any other branch. */
  readonly committedAt: Date | null;
}

/** The branches of a repository, in alphabetical order. */
export async function listBranches(db: Db, sourceId: string): Promise<GitBranch[]> {
  const rows = await db
    .selectFrom("git_branches")
    .select(["name", "hash", "committed_at"])
    .where("source_id", "=", sourceId)
    .orderBy("name")
    .execute();
  return rows.map(({ name, hash, committed_at: committedAt }) => ({ name, hash, committedAt }));
}

/** Puts these in place of all branches of a repository; to be called in a transaction. */
export async function replaceBranches(tx: Db, sourceId: string, branches: readonly GitBranch[]): Promise<void> {
  await tx.deleteFrom("git_branches").where("source_id", "=", sourceId).execute();
  await insertRows(
    tx,
    "git_branches",
    branches.map(({ name, hash, committedAt }) => ({ source_id: sourceId, name, hash, committed_at: committedAt })),
  );
}
