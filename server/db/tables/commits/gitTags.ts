import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";

export interface GitTag {
  readonly name: string;
  /** The commit that it names. */
  readonly hash: string;
  /** Set for a tag that the mirror has outside of the head's history; null for any other tag. */
  readonly outside: {
    /** The newest commits of that history that it contains; none for an unrelated one. */
    readonly forks: readonly string[];
    readonly committedAt: Date;
  } | null;
}

export async function listTags(db: Db, sourceId: string): Promise<GitTag[]> {
  const rows = await db
    .selectFrom("git_tags")
    .select(["name", "hash", "forks", "committed_at"])
    .where("source_id", "=", sourceId)
    .orderBy("name")
    .execute();
  return rows.map(({ name, hash, forks, committed_at: committedAt }) => ({
    name,
    hash,
    outside:
      forks === null || committedAt === null
        ? null
        : { forks: forks.split(" ").filter((fork) => fork !== ""), committedAt },
  }));
}

/** Puts these in place of all tags of a repository; to be called in a transaction. */
export async function replaceTags(tx: Db, sourceId: string, tags: readonly GitTag[]): Promise<void> {
  await tx.deleteFrom("git_tags").where("source_id", "=", sourceId).execute();
  await insertRows(
    tx,
    "git_tags",
    tags.map(({ name, hash, outside }) => ({
      source_id: sourceId,
      name,
      hash,
      forks: outside?.forks.join(" ") ?? null,
      committed_at: outside?.committedAt ?? null,
    })),
  );
}

/**
 * Tags of the repositories of projects by the time of their commits, the newest first; those whose commit is in the history alone.
 * @param repositories those to choose from; empty: all
 */
export async function listTagsBetween(
  db: Db,
  { projects, repositories }: { readonly projects: readonly string[]; readonly repositories: readonly string[] },
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
) {
  if (projects.length === 0) return [];
  return db
    .selectFrom("git_tags")
    .innerJoin("sources", "sources.id", "git_tags.source_id")
    .innerJoin("git_commits", (join) =>
      join.onRef("git_commits.source_id", "=", "git_tags.source_id").onRef("git_commits.hash", "=", "git_tags.hash"),
    )
    .select(["git_tags.source_id", "git_tags.name", "git_commits.committed_at"])
    .select(["sources.project_id", "sources.name as repository"])
    .where("sources.project_id", "in", [...projects])
    .$if(repositories.length > 0, (query) => query.where("git_tags.source_id", "in", [...repositories]))
    .where("git_commits.committed_at", ">=", from)
    .where("git_commits.committed_at", "<", to)
    .orderBy("git_commits.committed_at", "desc")
    .orderBy("git_tags.name")
    .limit(limit)
    .execute();
}
