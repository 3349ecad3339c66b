import { type Insertable, type Updateable, sql } from "kysely";
import type { Db } from "../openDb.ts";
import type { SavedSearchesTable } from "../searchSchema.ts";

/** The searches that a user sees in a project: their own and the shared ones, of projects that they are a member of. */
const visibleSearches = (db: Db, user: { readonly id: string; readonly companyId: string | null }) =>
  db
    .selectFrom("saved_searches as search")
    .innerJoin("projects", "projects.id", "search.project_id")
    .innerJoin("project_members as member", (join) =>
      join.onRef("member.project_id", "=", "search.project_id").on("member.user_id", "=", user.id),
    )
    .innerJoin("users as owner", "owner.id", "search.user_id")
    .leftJoin("search_watches as watch", (join) =>
      join.onRef("watch.search_id", "=", "search.id").on("watch.user_id", "=", user.id),
    )
    .select([
      "search.id",
      "search.project_id",
      "search.user_id",
      "search.name",
      "search.q",
      "search.facets",
      "search.is_shared",
      "search.is_too_broad",
      "search.created_at",
      "projects.slug",
      "projects.name as project_name",
      "owner.name as owner_name",
      "member.role",
      sql<boolean>`watch.user_id is not null`.as("is_watched"),
    ])
    .where("projects.company_id", "=", user.companyId)
    .where((is) => is.or([is("search.user_id", "=", user.id), is("search.is_shared", "=", true)]));

export type VisibleSearch = Awaited<ReturnType<typeof listVisibleSearches>>[number];

/** By name, those of one project or of all. */
export const listVisibleSearches = (
  db: Db,
  user: { readonly id: string; readonly companyId: string | null },
  { slug, limit }: { readonly slug: string | undefined; readonly limit: number },
) =>
  visibleSearches(db, user)
    .$if(slug !== undefined, (query) => query.where("projects.slug", "=", slug ?? ""))
    .orderBy(sql`lower(search.name)`)
    .orderBy("search.id")
    .limit(limit)
    .execute();

export const findVisibleSearch = (
  db: Db,
  user: { readonly id: string; readonly companyId: string | null },
  id: string,
): Promise<VisibleSearch | undefined> => visibleSearches(db, user).where("search.id", "=", id).executeTakeFirst();

export async function countSavedSearches(db: Db, projectId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("saved_searches")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSavedSearch(db: Db, search: Insertable<SavedSearchesTable>): Promise<void> {
  await db.insertInto("saved_searches").values(search).execute();
}

export async function updateSavedSearch(db: Db, id: string, change: Updateable<SavedSearchesTable>): Promise<void> {
  await db.updateTable("saved_searches").set(change).where("id", "=", id).execute();
}

/** With its watches. */
export async function deleteSavedSearch(db: Db, id: string): Promise<void> {
  await db.deleteFrom("saved_searches").where("id", "=", id).execute();
}

/** Watches of a user in a project, except the one of this search. */
export async function countOtherWatches(
  db: Db,
  { projectId, searchId, userId }: { readonly projectId: string; readonly searchId: string; readonly userId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom("search_watches as watch")
    .innerJoin("saved_searches as search", "search.id", "watch.search_id")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("search.project_id", "=", projectId)
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

/**
 * Watched searches of a project that were last compared with another state of its index, or never. None that was compared with a later
 * index, and none without a watcher who may see it.
 */
export const listDueSearches = (
  db: Db,
  projectId: string,
  { state, generation }: { readonly state: string; readonly generation: number },
  limit: number,
) =>
  db
    .selectFrom("saved_searches as search")
    .select(["search.id", "search.q", "search.facets"])
    .where("search.project_id", "=", projectId)
    .where("search.compared", "is distinct from", state)
    .where("search.compared_generation", "<=", generation)
    .where("search.id", "in", watchesOfMembers(db).select("search.id"))
    .orderBy("search.id")
    .limit(limit)
    .execute();

/** Watches of users who are members of the search's project, and either own the search or have it shared with them. */
const watchesOfMembers = (db: Db) =>
  db
    .selectFrom("search_watches as watch")
    .innerJoin("saved_searches as search", "search.id", "watch.search_id")
    .innerJoin("project_members as member", (join) =>
      join.onRef("member.user_id", "=", "watch.user_id").onRef("member.project_id", "=", "search.project_id"),
    )
    .where((is) => is.or([is("search.is_shared", "=", true), is("search.user_id", "=", is.ref("watch.user_id"))]));

/** A search with its known matches, locked until the transaction ends; undefined when it is gone. */
export const lockSavedSearch = (db: Db, id: string) =>
  db
    .selectFrom("saved_searches")
    .select(["name", "q", "facets", "is_shared", "seen", "compared_generation", "compared_sources"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** The watchers who are notified of the matches of a search. */
export async function listWatchers(db: Db, searchId: string): Promise<string[]> {
  const rows = await watchesOfMembers(db).select("watch.user_id").where("search.id", "=", searchId).execute();
  return rows.map((row) => row.user_id);
}
