import type { Db } from "../../openDb.ts";

/** An id that no row has: `in ()` is a syntax error. */
const NO_AUTHOR = -1;

/**
 * Authors of commits in the project's repositories, in a stable order.
 * @param ids only these; all if left out
 */
export const listProjectAuthors = (db: Db, projectId: string, ids?: readonly number[]) =>
  db
    .selectFrom("git_authors")
    .innerJoin("sources", "sources.id", "git_authors.source_id")
    .select(["git_authors.id", "git_authors.source_id", "git_authors.name", "git_authors.email"])
    .where("sources.project_id", "=", projectId)
    .$if(ids !== undefined, (query) => query.where("git_authors.id", "in", [...(ids ?? []), NO_AUTHOR]))
    .orderBy("git_authors.id")
    .execute();

/** Those of these authors that exist, locked so that they stay until the end of the transaction. */
export async function lockAuthors(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("git_authors").select("id").where("id", "in", ids).forKeyShare().execute();
  return rows.map(({ id }) => id);
}
