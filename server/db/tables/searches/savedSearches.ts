import { type Insertable, type Updateable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SavedSearchesTable } from "../../schema/searchSchema.ts";
import { watchesOfReaders } from "./searchWatches.ts";

interface Reader {
  readonly id: string;
  readonly companyId: string | null;
}

/** What a saved search searches. */
export type SearchScope = Pick<SavedSearchesTable, "project_id" | "company_id">;

/**
 * The searches that a user sees: their own and the shared ones, of projects that they are a member of and over all projects of their
 * company.
 */
const visibleSearches = (db: Db, user: Reader) =>
  db
    .selectFrom("saved_searches as search")
    .leftJoin("projects", "projects.id", "search.project_id")
    .leftJoin("project_members as member", (join) =>
      join.onRef("member.project_id", "=", "search.project_id").on("member.user_id", "=", user.id),
    )
    .innerJoin("users as owner", "owner.id", "search.user_id")
    .leftJoin("search_watches as watch", (join) =>
      join.onRef("watch.search_id", "=", "search.id").on("watch.user_id", "=", user.id),
    )
    .select((select) => [
      "search.id",
      "search.project_id",
      "search.company_id",
      "search.user_id",
      "search.name",
      "search.q",
      "search.facets",
      "search.is_shared",
      "search.created_at",
      "projects.slug",
      "projects.name as project_name",
      "owner.name as owner_name",
      "member.role",
      sql<boolean>`watch.user_id is not null`.as("is_watched"),
      // In projects of the reader alone: of others not even this is said.
      select
        .exists(
          select
            .selectFrom("search_matches as known")
            .innerJoin("project_members as reader", "reader.project_id", "known.project_id")
            .whereRef("known.search_id", "=", "search.id")
            .where("known.is_too_broad", "=", true)
            .where("reader.user_id", "=", user.id),
        )
        .as("is_too_broad"),
    ])
    .where((is) =>
      is.or([
        is("search.company_id", "=", user.companyId),
        is.and([is("projects.company_id", "=", user.companyId), is("member.user_id", "is not", null)]),
      ]),
    )
    .where((is) => is.or([is("search.user_id", "=", user.id), is("search.is_shared", "=", true)]));

export type VisibleSearch = Awaited<ReturnType<typeof listVisibleSearches>>[number];

/** By name, those of one project or all. */
export const listVisibleSearches = (
  db: Db,
  user: Reader,
  { slug, limit }: { readonly slug: string | undefined; readonly limit: number },
) =>
  visibleSearches(db, user)
    .$if(slug !== undefined, (query) => query.where("projects.slug", "=", slug ?? ""))
    .orderBy(sql`lower(search.name)`)
    .orderBy("search.id")
    .limit(limit)
    .execute();

export const findVisibleSearch = (db: Db, user: Reader, id: string): Promise<VisibleSearch | undefined> =>
  visibleSearches(db, user).where("search.id", "=", id).executeTakeFirst();

/** Searches that a user has saved in a project, or over all projects of the company. */
export async function countSavedSearches(db: Db, scope: SearchScope, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("saved_searches")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("project_id", "is not distinct from", scope.project_id)
    .where("company_id", "is not distinct from", scope.company_id)
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

/** With its watches and its known matches. */
export async function deleteSavedSearch(db: Db, id: string): Promise<void> {
  await db.deleteFrom("saved_searches").where("id", "=", id).execute();
}

/** A search, locked until the transaction ends; undefined when it is gone. */
export const lockSavedSearch = (db: Db, id: string) =>
  db
    .selectFrom("saved_searches")
    .select(["name", "q", "facets", "is_shared", "company_id"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Watched searches that cover a project and were last compared with another state of its index, or never. None that was compared with a
 * later index, and none without a watcher who may read the project.
 */
export const listDueSearches = (
  db: Db,
  projectId: string,
  { state, generation }: { readonly state: string; readonly generation: number },
  limit: number,
) =>
  db
    .selectFrom("saved_searches as search")
    .leftJoin("search_matches as known", (join) =>
      join.onRef("known.search_id", "=", "search.id").on("known.project_id", "=", projectId),
    )
    .select(["search.id", "search.q", "search.facets", "search.company_id"])
    .where("known.compared", "is distinct from", state)
    .where((is) => is(is.fn.coalesce("known.compared_generation", is.lit(0)), "<=", generation))
    .where(
      "search.id",
      "in",
      watchesOfReaders(db).where("member.project_id", "=", projectId).select("search.id as watched"),
    )
    .orderBy("search.id")
    .limit(limit)
    .execute();
