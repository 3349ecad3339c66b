import type { SearchAnswer } from "../../../contract/search.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { search } from "../../engines/search/search.ts";
import { warmIndex } from "../../engines/search/warm.ts";
import type { IndexStore } from "../../index/indexStore.ts";
import type { Handler } from "../route.ts";
import { indexedSources } from "./indexedSources.ts";
import { openProjectIndex } from "./projectIndex.ts";
import { withCommitPages } from "./withCommitPages.ts";

/** GET projects/{id}/search/ */
export function searchProject(db: Db, indexes: IndexStore): Handler<"searchProject"> {
  return async ({ user, params, query, log }): Promise<SearchAnswer> => {
    const project = await projectFor(db, user, params.id, "project.search");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const sources = await indexedSources(db, project.id, index);
    const sourceNames = new Map(sources.map(({ id, name }) => [id, name]));
    await warmIndex(index);
    const found = search(index, { ...query, sourceNames });
    return { ...found, results: await withCommitPages(db, found.results), sources };
  };
}
