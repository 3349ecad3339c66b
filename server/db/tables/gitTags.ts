import { insertRows } from "../insertRows.ts";
import type { Db } from "../openDb.ts";

export interface GitTag {
  readonly name: string;
  /** The commit that it names. */
  readonly hash: string;
}

export const listTags = (db: Db, sourceId: string): Promise<GitTag[]> =>
  db.selectFrom("git_tags").select(["name", "hash"]).where("source_id", "=", sourceId).orderBy("name").execute();

/** Puts these in place of all tags of a repository; to be called in a transaction. */
export async function replaceTags(tx: Db, sourceId: string, tags: readonly GitTag[]): Promise<void> {
  await tx.deleteFrom("git_tags").where("source_id", "=", sourceId).execute();
  await insertRows(
    tx,
    "git_tags",
    tags.map(({ name, hash }) => ({ source_id: sourceId, name, hash })),
  );
}
