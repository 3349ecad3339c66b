import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../db/openDb.ts";
import { projectState } from "../projects/projectState.ts";
import { type FoundAnswer, search } from "../../engines/search/search.ts";
import type { SearchRequest } from "../../engines/search/searchRequest.ts";
import { peopleForSearch } from "./peopleForSearch.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import { isGenerationOpen, openGuestGeneration } from "./projectIndex.ts";

/** One project of a search over many, as plain data. */
export interface OneProject extends Pick<SearchRequest, "q" | "kind" | "limit"> {
  readonly projectId: string;
  /** False: only when its index is open already. */
  readonly mayOpen: boolean;
}

export type OneProjectFound = Pick<FoundAnswer, "total" | "total_capped" | "results" | "mistakes">;

/** Milliseconds that texts of one project may be looked at. */
const TEXT_BUDGET = 150;

/**
 * Searches one project as part of a search over many. An index opened for it never evicts one that is actively used from the store.
 * @returns null when the index is not open and may not be opened
 */
export async function searchOneProject(
  db: Db,
  indexes: IndexCache,
  { projectId, mayOpen, q, kind, limit }: OneProject,
  log: FastifyBaseLogger,
): Promise<OneProjectFound | null> {
  const { generation, stamp } = await projectState(db, projectId);
  if (!mayOpen && !isGenerationOpen(indexes, projectId, generation)) return null;
  const { index, release } = await openGuestGeneration(db, indexes, projectId, generation, log);
  try {
    const people = await peopleForSearch(db, projectId, index, stamp);
    const { total, total_capped, results, mistakes } = search(index, { q, kind, limit, budget: TEXT_BUDGET, people });
    return { total, total_capped, results, mistakes };
  } finally {
    release();
  }
}
