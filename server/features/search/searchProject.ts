import type { SearchAnswer } from "../../../contract/search.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { search } from "../../engines/search/search.ts";
import { warmIndex } from "../../engines/search/warm.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { indexedSources } from "./indexedSources.ts";
import { openForSearch } from "./openForSearch.ts";
import { withCommitPages } from "./withCommitPages.ts";

/** GET projects/{id}/search/ */
export function searchProject(db: Db, indexes: IndexCache): Handler<"searchProject"> {
  return async ({ user, params, query, log }): Promise<SearchAnswer> => {
    const project = await projectFor(db, user, params.id, "project.search");
    const { index, people, ...opened } = await openForSearch(db, indexes, project.id, log);
    const sources = indexedSources(opened.sources, index, user.language);
    const sourceNames = new Map(sources.map(({ id, name }) => [id, name]));
    await warmIndex(index, people);
    const found = search(index, { ...query, sourceNames, people });
    return { ...found, results: await withCommitPages(db, found.results), sources };
  };
}
