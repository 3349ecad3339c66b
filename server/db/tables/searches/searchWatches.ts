/** Who watches which saved search, and what the watchers know of its matches in each project. */
import { type Insertable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SearchMatchesTable } from "../../schema/searchSchema.ts";
import type { SearchScope } from "./savedSearches.ts";

/**
 * Watches, each once for every project that the search covers and the watcher may read now. The watcher owns the search or has it shared
 * with them.
 */
export const watchesOfReaders = (db: Db) =>
  db
    .selectFrom("search_watches as watch")
    .innerJoin("saved_searches as search", "search.id", "watch.search_id")
    .innerJoin("users as watcher", "watcher.id", "watch.user_id")
    .innerJoin("project_members as member", "member.user_id", "watch.user_id")
    .innerJoin("projects as project", (join) =>
      join.onRef("project.id", "=", "member.project_id").onRef("project.company_id", "=", "watcher.company_id"),
    )
    .where((is) => is.or([is("search.is_shared", "=", true), is("search.user_id", "=", is.ref("watch.user_id"))]))
    .where((is) =>
      is.or([
        is("search.project_id", "=", is.ref("member.project_id")),
        is.and([
          is("search.company_id", "=", is.ref("project.company_id")),
          sql<boolean>`(coalesce(search.facets -> 'project', '[]') = '[]'
            or search.facets -> 'project' @> to_jsonb(project.slug))`,
        ]),
      ]),
    );

/** The watchers who are notified of the matches of a search in a project. */
export async function listWatchers(db: Db, searchId: string, projectId: string): Promise<string[]> {
  const rows = await watchesOfReaders(db)
    .select("watch.user_id")
    .where("search.id", "=", searchId)
    .where("member.project_id", "=", projectId)
    .execute();
  return rows.map((row) => row.user_id);
}

/** The projects in which a search is compared: those that it covers and a watcher may read. */
export async function listWatchedProjects(db: Db, searchId: string): Promise<string[]> {
  const rows = await watchesOfReaders(db)
    .select("member.project_id")
    .distinct()
    .where("search.id", "=", searchId)
    .orderBy("member.project_id")
    .execute();
  return rows.map((row) => row.project_id);
}

/** Watches of a user in a project, or of searches over all projects of the company, except the one of this search. */
export async function countOtherWatches(
  db: Db,
  { scope, searchId, userId }: { readonly scope: SearchScope; readonly searchId: string; readonly userId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom("search_watches as watch")
    .innerJoin("saved_searches as search", "search.id", "watch.search_id")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("search.project_id", "is not distinct from", scope.project_id)
    .where("search.company_id", "is not distinct from", scope.company_id)
    .where("watch.user_id", "=", userId)
    .where("search.id", "<>", searchId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Without an effect where the user watches the search already. */
export async function insertSearchWatch(db: Db, searchId: string, userId: string): Promise<void> {
  await db
    .insertInto("search_watches")
    .values({ search_id: searchId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteSearchWatch(db: Db, searchId: string, userId: string): Promise<void> {
  await db.deleteFrom("search_watches").where("search_id", "=", searchId).where("user_id", "=", userId).execute();
}

/** Ends the watches of all users except the owner: the search is no longer shared. */
export async function deleteWatchesOfOthers(db: Db, searchId: string, ownerId: string): Promise<void> {
  await db.deleteFrom("search_watches").where("search_id", "=", searchId).where("user_id", "<>", ownerId).execute();
}

/** What the watchers of a search know of a project; undefined before its first comparison. */
export const findKnownMatches = (db: Db, searchId: string, projectId: string) =>
  db
    .selectFrom("search_matches")
    .select(["seen", "compared_generation", "compared_sources"])
    .where("search_id", "=", searchId)
    .where("project_id", "=", projectId)
    .executeTakeFirst();

/** @param matches its known matches are kept where they are left out */
export async function storeKnownMatches(
  db: Db,
  matches: Omit<Insertable<SearchMatchesTable>, "seen" | "compared_sources"> &
    Partial<Pick<Insertable<SearchMatchesTable>, "seen" | "compared_sources">>,
): Promise<void> {
  const { search_id: _, project_id: __, ...values } = matches;
  await db
    .insertInto("search_matches")
    .values(matches)
    .onConflict((conflict) => conflict.columns(["search_id", "project_id"]).doUpdateSet(values))
    .execute();
}

/**
 * Makes the next comparison of a search the first. An older index than the last compared one is still not compared.
 * @param unwatched only in the projects that none of its watchers may read
 */
export async function forgetMatches(db: Db, searchId: string, unwatched?: "unwatched"): Promise<void> {
  await db
    .updateTable("search_matches")
    .set({ seen: null, compared: null, compared_sources: null, is_too_broad: false })
    .where("search_id", "=", searchId)
    .$if(unwatched !== undefined, (query) =>
      query.where(
        "project_id",
        "not in",
        watchesOfReaders(db).where("search.id", "=", searchId).select("member.project_id"),
      ),
    )
    .execute();
}
