import type { Db } from "../../db/openDb.ts";
import { listVisibleSearches } from "../../db/tables/searches/savedSearches.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { presentSavedSearch } from "./present.ts";
import {
  type SavedSearchDeps,
  changeSavedSearch,
  removeSavedSearch,
  saveCompanySearch,
  saveSearch,
  unwatchSearch,
  watchSearch,
} from "./service.ts";

/** Searches in one answer: those of very many shared ones that come first by name. */
const MAX_LISTED = 1000;

/** Searches that users keep under a name, share with a project or the company and watch. */
export function mountSavedSearches(mount: RouteRegistrar, deps: SavedSearchDeps & { readonly db: Db }): void {
  mount("listSavedSearches", async ({ user, query }) =>
    (await listVisibleSearches(deps.db, user, { slug: query.project, limit: MAX_LISTED })).map((search) =>
      presentSavedSearch(search, user.id),
    ),
  );
  mount("createSavedSearch", ({ user, params, body }) => saveSearch(deps, user, params.id, body));
  mount("createCompanySearch", ({ user, body }) => saveCompanySearch(deps, user, body));
  mount("updateSavedSearch", ({ user, params, body }) => changeSavedSearch(deps, user, params.searchId, body));
  mount("deleteSavedSearch", ({ user, params }) => removeSavedSearch(deps.db, user, params.searchId));
  mount("watchSavedSearch", ({ user, params }) => watchSearch(deps, user, params.searchId));
  mount("unwatchSavedSearch", ({ user, params }) => unwatchSearch(deps.db, user, params.searchId));
}
