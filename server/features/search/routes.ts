import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { fileMatches } from "../../engines/search/fileMatches.ts";
import { openForSearch } from "./openForSearch.ts";
import { getFilterValues } from "./getFilterValues.ts";
import { goTo } from "./goTo.ts";
import { goToProject } from "./goToProject.ts";
import { searcherHere } from "./manyProjects.ts";
import { searchAll } from "./searchAll.ts";
import { searchProject } from "./searchProject.ts";

/** The search of one project. */
export function mountProjectSearch(
  mount: RouteRegistrar,
  { db, indexes }: { readonly db: Db; readonly indexes: IndexCache },
): void {
  mount("searchProject", searchProject(db, indexes));
  mount("fileMatches", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.search");
    const { index, people, sources } = await openForSearch(db, indexes, project.id, log);
    const sourceNames = new Map(sources.map(({ id, name }) => [id, name]));
    // A file that the last sync removed has no matches; a 404 would be read as a missing project.
    return (
      fileMatches(index, { ...query, people, sourceNames }) ?? {
        total: 0,
        truncated: false,
        lines: [],
      }
    );
  });
  mount("filterValues", getFilterValues(db, indexes));
}

/** All of search on the indexes of this thread, without a queue: for tests and small tools. */
export function mountSearch(mount: RouteRegistrar, deps: { readonly db: Db; readonly indexes: IndexCache }): void {
  const { db, indexes } = deps;
  mountProjectSearch(mount, deps);
  mount("searchAll", searchAll(db, searcherHere(deps)));
  mount(
    "goTo",
    goTo(db, (given, { log }) => goToProject(db, indexes, given, log)),
  );
}
