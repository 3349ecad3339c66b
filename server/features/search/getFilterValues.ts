import type { FilterValues } from "../../../contract/filterValues.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { filterValues } from "../../engines/search/filterValues.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { indexedSources } from "./indexedSources.ts";
import { openForSearch } from "./openForSearch.ts";

/** GET filter-values/: for users who may search the project. */
export function getFilterValues(db: Db, indexes: IndexCache): Handler<"filterValues"> {
  return async ({ user, query, log }): Promise<FilterValues> => {
    const project = await projectFor(db, user, query.project, "project.search");
    const { index, people, sources } = await openForSearch(db, indexes, project.id, log);
    const sourceNames = new Map(
      indexedSources(sources, index, user.language).map(({ id, name }) => [id, name] as const),
    );
    return { filter: query.filter, values: filterValues(index, { ...query, people, sourceNames }) };
  };
}
