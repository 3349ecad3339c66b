import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { SavedSearch, SavedSearchBody, SavedSearchUpdate } from "../../../contract/search/savedSearches.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type SearchScope,
  type VisibleSearch,
  countSavedSearches,
  deleteSavedSearch,
  findVisibleSearch,
  insertSavedSearch,
  lockSavedSearch,
  updateSavedSearch,
} from "../../db/tables/searches/savedSearches.ts";
import {
  countOtherWatches,
  deleteSearchWatch,
  deleteWatchesOfOthers,
  forgetMatches,
  insertSearchWatch,
} from "../../db/tables/searches/searchWatches.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { presentSavedSearch } from "./present.ts";
import { rulesOf } from "./searchScope.ts";

/** Compares the matches of a watched search with the known ones, in the background. */
type RequestComparison = (search: { readonly id: string; readonly projectId: string | null }) => Promise<void>;

export interface SavedSearchDeps {
  readonly db: Db;
  readonly requestComparison: RequestComparison;
}

type NewSearch = z.output<typeof SavedSearchBody>;
type SearchUpdate = z.output<typeof SavedSearchUpdate>;

/** Saves a search of a project. @throws NotFound, Forbidden, Conflict when the caller has too many, Invalid when the name is in use */
export async function saveSearch(
  deps: SavedSearchDeps,
  caller: Principal,
  slug: string,
  body: NewSearch,
): Promise<SavedSearch> {
  const { id, role } = await projectFor(deps.db, caller, slug, "project.search");
  if (body.shared && !mayInProject(role, "searches.share")) throw new Forbidden(message("saved_search.role"));
  return storeSearch(deps, caller, { project_id: id, company_id: null }, body);
}

/** Saves a search over all projects of each reader. @throws Forbidden, Conflict when the caller has too many, Invalid when the name is in use */
export async function saveCompanySearch(
  deps: SavedSearchDeps,
  caller: Principal,
  body: NewSearch,
): Promise<SavedSearch> {
  if (caller.companyId === null) throw new Forbidden(message("saved_search.no_company"));
  return storeSearch(deps, caller, { project_id: null, company_id: caller.companyId }, body);
}

async function storeSearch(
  { db, requestComparison }: SavedSearchDeps,
  caller: Principal,
  scope: SearchScope,
  body: NewSearch,
): Promise<SavedSearch> {
  const id = newId();
  await refuseTakenName(
    db.transaction().execute(async (tx) => {
      const rules = rulesOf(scope);
      await rules.lock(tx, scope);
      if ((await countSavedSearches(tx, scope, caller.id)) >= SAVED_SEARCH_LIMITS.saved)
        throw new Conflict(rules.tooManySaved);
      await insertSavedSearch(tx, {
        id,
        ...scope,
        user_id: caller.id,
        name: body.name,
        q: body.q,
        facets: JSON.stringify(rules.facets(body.facets)),
        is_shared: body.shared,
      });
      if (body.watched) await insertWatch(tx, scope, id, caller.id);
    }),
  );
  if (body.watched) await requestComparison({ id, projectId: scope.project_id });
  return presentSavedSearch(await visibleSearch(db, caller, id), caller.id);
}

/** What a changed query matches at first is known to its watchers. @throws NotFound, Forbidden, Invalid when the name is in use */
export async function changeSavedSearch(
  { db, requestComparison }: SavedSearchDeps,
  caller: Principal,
  id: string,
  update: SearchUpdate,
): Promise<SavedSearch> {
  const search = await visibleSearch(db, caller, id);
  if (search.user_id !== caller.id) throw new Forbidden(message("saved_search.not_owner"));
  const hasOtherMatches = await refuseTakenName(
    db.transaction().execute((tx) => applyUpdate(tx, caller, search, update)),
  );
  if (hasOtherMatches) await requestComparison({ id, projectId: search.project_id });
  return presentSavedSearch(await visibleSearch(db, caller, id), caller.id);
}

/** @returns whether the search can match something else now */
async function applyUpdate(
  tx: Db,
  caller: Principal,
  search: VisibleSearch,
  { name, q, facets, shared }: SearchUpdate,
): Promise<boolean> {
  const rules = rulesOf(search);
  // Another user must not begin to watch a search while it ceases to be shared.
  await rules.lock(tx, search);
  const stored = await lockSavedSearch(tx, search.id);
  if (!stored) throw new NotFound(message("saved_search.not_found"));
  if (shared === true && !stored.is_shared && !rules.may(caller, search, "searches.share"))
    throw new Forbidden(message("saved_search.role"));
  const chosen = facets && rules.facets(facets);
  const change = {
    ...(name !== undefined && { name }),
    ...(q !== undefined && { q }),
    ...(chosen !== undefined && { facets: JSON.stringify(chosen) }),
    ...(shared !== undefined && { is_shared: shared }),
  };
  if (Object.keys(change).length > 0) await updateSavedSearch(tx, search.id, change);
  if (shared === false) await deleteWatchesOfOthers(tx, search.id, caller.id);
  const hasOtherMatches =
    (q !== undefined && q !== stored.q) || (chosen !== undefined && !isDeepStrictEqual(chosen, stored.facets));
  if (hasOtherMatches) await forgetMatches(tx, search.id);
  return hasOtherMatches;
}

/** Deletes a search of the caller, or a shared one of another user if the caller's role allows it. @throws NotFound, Forbidden */
export async function removeSavedSearch(db: Db, caller: Principal, id: string): Promise<void> {
  const search = await visibleSearch(db, caller, id);
  if (search.user_id !== caller.id && !rulesOf(search).may(caller, search, "searches.remove"))
    throw new Forbidden(message("saved_search.not_owner"));
  await deleteSavedSearch(db, id);
}

/** @throws NotFound, Conflict when the caller watches too many */
export async function watchSearch(
  { db, requestComparison }: SavedSearchDeps,
  caller: Principal,
  id: string,
): Promise<SavedSearch> {
  const scope = await visibleSearch(db, caller, id);
  const search = await db.transaction().execute(async (tx) => {
    await rulesOf(scope).lock(tx, scope);
    const visible = await visibleSearch(tx, caller, id);
    await insertWatch(tx, scope, id, caller.id);
    return visible;
  });
  await requestComparison({ id, projectId: scope.project_id });
  return presentSavedSearch({ ...search, is_watched: true }, caller.id);
}

/** @throws NotFound */
export async function unwatchSearch(db: Db, caller: Principal, id: string): Promise<SavedSearch> {
  const search = await visibleSearch(db, caller, id);
  await deleteSearchWatch(db, id, caller.id);
  return presentSavedSearch({ ...search, is_watched: false }, caller.id);
}

/** @param tx has locked the scope: two concurrent requests must not both count one watch less than the limit */
async function insertWatch(tx: Db, scope: SearchScope, searchId: string, userId: string): Promise<void> {
  const { maxWatched, tooManyWatched } = rulesOf(scope);
  if ((await countOtherWatches(tx, { scope, searchId, userId })) >= maxWatched) throw new Conflict(tooManyWatched);
  // What has changed in a project while it had no watcher is not new to this one.
  await forgetMatches(tx, searchId, "unwatched");
  await insertSearchWatch(tx, searchId, userId);
}

async function visibleSearch(db: Db, caller: Principal, id: string): Promise<VisibleSearch> {
  const search = await findVisibleSearch(db, caller, id);
  if (!search) throw new NotFound(message("saved_search.not_found"));
  return search;
}

async function refuseTakenName<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    if (isUniqueViolation(error, "saved_searches_name_unique"))
      throw new Invalid({ name: [message("saved_search.name_taken")] }, { cause: error });
    if (isUniqueViolation(error, "saved_searches_company_name_unique"))
      throw new Invalid({ name: [message("saved_search.name_taken_over_all")] }, { cause: error });
    throw error;
  }
}
