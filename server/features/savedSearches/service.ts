import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import { mayInProject } from "../../../contract/policy.ts";
import type { SavedSearch, SavedSearchBody, SavedSearchUpdate } from "../../../contract/savedSearches.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockProject } from "../../db/tables/projects.ts";
import {
  type VisibleSearch,
  countOtherWatches,
  countSavedSearches,
  deleteSavedSearch,
  deleteSearchWatch,
  deleteWatchesOfOthers,
  findVisibleSearch,
  insertSavedSearch,
  insertSearchWatch,
  listWatchers,
  lockSavedSearch,
  updateSavedSearch,
} from "../../db/tables/savedSearches.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { presentSavedSearch } from "./present.ts";

export interface SavedSearchDeps {
  readonly db: Db;
  /** Compares the matches of a project's watched searches with the known ones, in the background. */
  readonly requestComparison: (projectId: string) => Promise<void>;
}

/** A search whose next comparison is the first. */
const UNCOMPARED = { seen: null, compared: null, compared_sources: null, is_too_broad: false } as const;

/** @throws NotFound, Forbidden, Conflict when the caller has too many, Invalid when the name is in use */
export async function saveSearch(
  { db, requestComparison }: SavedSearchDeps,
  caller: Principal,
  slug: string,
  body: z.output<typeof SavedSearchBody>,
): Promise<SavedSearch> {
  const project = await projectFor(db, caller, slug, "project.search");
  if (body.shared) requireSharing(project.role);
  const id = newId();
  await refuseTakenName(
    db.transaction().execute(async (tx) => {
      // Two requests at once must not both count one search less than the limit.
      await lockProject(tx, project.id);
      const max = SAVED_SEARCH_LIMITS.saved;
      if ((await countSavedSearches(tx, project.id, caller.id)) >= max)
        throw new Conflict(message("limit.saved_searches", { max }));
      await insertSavedSearch(tx, {
        id,
        project_id: project.id,
        user_id: caller.id,
        name: body.name,
        q: body.q,
        facets: JSON.stringify(body.facets),
        is_shared: body.shared,
        ...UNCOMPARED,
      });
      if (body.watched) await insertWatch(tx, project.id, id, caller.id);
    }),
  );
  if (body.watched) await requestComparison(project.id);
  return presentSavedSearch(await visibleSearch(db, caller, id), caller.id);
}

/** What a changed query matches at first is known to its watchers. @throws NotFound, Forbidden, Invalid when the name is in use */
export async function changeSavedSearch(
  { db, requestComparison }: SavedSearchDeps,
  caller: Principal,
  id: string,
  { name, q, facets, shared }: z.output<typeof SavedSearchUpdate>,
): Promise<SavedSearch> {
  const search = await visibleSearch(db, caller, id);
  if (search.user_id !== caller.id) throw new Forbidden(message("saved_search.not_owner"));
  const isOtherQuery = await refuseTakenName(
    db.transaction().execute(async (tx) => {
      // A member must not begin to watch a search while it ceases to be shared.
      await lockProject(tx, search.project_id);
      const stored = await lockSavedSearch(tx, id);
      if (!stored) throw new NotFound(message("saved_search.not_found"));
      if (shared === true && !stored.is_shared) requireSharing(search.role);
      const isOther =
        (q !== undefined && q !== stored.q) || (facets !== undefined && !isDeepStrictEqual(facets, stored.facets));
      const change = {
        ...(name !== undefined && { name }),
        ...(q !== undefined && { q }),
        ...(facets !== undefined && { facets: JSON.stringify(facets) }),
        ...(shared !== undefined && { is_shared: shared }),
        ...(isOther && UNCOMPARED),
      };
      if (Object.keys(change).length > 0) await updateSavedSearch(tx, id, change);
      if (shared === false) await deleteWatchesOfOthers(tx, id, caller.id);
      return isOther;
    }),
  );
  if (isOtherQuery) await requestComparison(search.project_id);
  return presentSavedSearch(await visibleSearch(db, caller, id), caller.id);
}

/** Deletes a search of the caller, or a shared one of another member if the caller's role allows it. @throws NotFound, Forbidden */
export async function removeSavedSearch(db: Db, caller: Principal, id: string): Promise<void> {
  const search = await visibleSearch(db, caller, id);
  if (search.user_id !== caller.id && !mayInProject(search.role, "searches.remove"))
    throw new Forbidden(message("saved_search.not_owner"));
  await deleteSavedSearch(db, id);
}

/** @throws NotFound, Conflict when the caller watches too many */
export async function watchSearch(
  { db, requestComparison }: SavedSearchDeps,
  caller: Principal,
  id: string,
): Promise<SavedSearch> {
  const { project_id: projectId } = await visibleSearch(db, caller, id);
  const search = await db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const visible = await visibleSearch(tx, caller, id);
    await insertWatch(tx, projectId, id, caller.id);
    return visible;
  });
  await requestComparison(projectId);
  return presentSavedSearch({ ...search, is_watched: true }, caller.id);
}

/** @throws NotFound */
export async function unwatchSearch(db: Db, caller: Principal, id: string): Promise<SavedSearch> {
  const search = await visibleSearch(db, caller, id);
  await deleteSearchWatch(db, id, caller.id);
  return presentSavedSearch({ ...search, is_watched: false }, caller.id);
}

/** @param tx has locked the project: two requests at once must not both count one watch less than the limit */
async function insertWatch(tx: Db, projectId: string, searchId: string, userId: string): Promise<void> {
  const max = SAVED_SEARCH_LIMITS.watched;
  if ((await countOtherWatches(tx, { projectId, searchId, userId })) >= max)
    throw new Conflict(message("limit.watched_searches", { max }));
  // What has changed while there was no watcher is not new to this one.
  if ((await listWatchers(tx, searchId)).length === 0) await updateSavedSearch(tx, searchId, UNCOMPARED);
  await insertSearchWatch(tx, searchId, userId);
}

async function visibleSearch(db: Db, caller: Principal, id: string): Promise<VisibleSearch> {
  const search = await findVisibleSearch(db, caller, id);
  if (!search) throw new NotFound(message("saved_search.not_found"));
  return search;
}

function requireSharing(role: VisibleSearch["role"]): void {
  if (!mayInProject(role, "searches.share")) throw new Forbidden(message("saved_search.role"));
}

async function refuseTakenName<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    if (isUniqueViolation(error, "saved_searches_name_unique"))
      throw new Invalid({ name: [message("saved_search.name_taken")] }, { cause: error });
    throw error;
  }
}
