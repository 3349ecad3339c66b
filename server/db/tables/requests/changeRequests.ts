import type { Db } from "../../openDb.ts";

/** Pull and merge requests with their titles and the names of their authors. */
export const listRequestTitles = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("change_requests as request")
    .leftJoin("accounts", "accounts.id", "request.author_id")
    .select(["request.id", "request.key", "request.title", "request.url", "request.created_at", "accounts.name"])
    .where("request.id", "in", [...ids])
    .execute();

/** What requests of a project are found by, newest activity first. */
export const listRequestNames = (db: Db, projectId: string, limit: number) =>
  db
    .selectFrom("change_requests")
    .select(["id", "number", "key", "title", "url", "state"])
    .where("project_id", "=", projectId)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** A hash that no commit has: `in ()` is a syntax error. */
const NO_HASH = "";

/** Requests of a project that one of these commits merged or belongs to, and those of some sources with one of these numbers. */
export async function listRequestsOfCommits(
  db: Db,
  projectId: string,
  {
    hashes,
    sources,
    numbers,
  }: { readonly hashes: readonly string[]; readonly sources: readonly string[]; readonly numbers: readonly number[] },
) {
  const isNumbered = sources.length > 0 && numbers.length > 0;
  return db
    .selectFrom("change_requests")
    .select(["id", "source_id", "number", "key", "title", "state", "url", "merge_hash", "head_hash"])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom("request_commits")
            .select("request_id")
            .whereRef("request_commits.request_id", "=", "change_requests.id")
            .where("request_commits.hash", "in", [...hashes, NO_HASH]),
        )
        .as("has_commit"),
    )
    .where("project_id", "=", projectId)
    .where((is) =>
      is.or([
        is("merge_hash", "in", [...hashes, NO_HASH]),
        is("head_hash", "in", [...hashes, NO_HASH]),
        is(
          "id",
          "in",
          is
            .selectFrom("request_commits")
            .select("request_id")
            .where("request_commits.hash", "in", [...hashes, NO_HASH]),
        ),
        ...(isNumbered ? [is.and([is("source_id", "in", [...sources]), is("number", "in", [...numbers])])] : []),
      ]),
    )
    .orderBy("number")
    .orderBy("id")
    .limit(200)
    .execute();
}

/** Sources of the project through which requests were read. */
export async function listRequestSources(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("change_requests")
    .select("source_id")
    .distinct()
    .where("project_id", "=", projectId)
    .execute();
  return rows.map(({ source_id }) => source_id);
}
