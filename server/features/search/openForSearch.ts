import type { FastifyBaseLogger } from "fastify";
import { refOfQuery } from "../../engines/search/query/searchRef.ts";
import type { Db } from "../../db/openDb.ts";
import { type ProjectState, projectState } from "../../project/projectState.ts";
import type { SearchPeople } from "../../engines/search/collections/searchPeople.ts";
import type { LiveColumns } from "../../engines/search/filters/liveColumns.ts";
import { liveColumnsOf } from "./liveColumnsOf.ts";
import { peopleForSearch } from "./peopleForSearch.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { openGeneration } from "../../project/projectIndex.ts";

/** The input of a search in a project. */
export interface Searchable extends Pick<ProjectState, "sources"> {
  readonly index: OpenedIndex;
  /** The same as on the list of people, after every merge by any process. */
  readonly people: SearchPeople;
  /** What the filters of the query test in addition. */
  readonly live: LiveColumns;
}

/**
 * The index of a project and its current people. Which index is current, and the status of its sources, is read before every search; the same
 * read detects changed people.
 * @param q the query, which may name a branch or a tag
 */
export async function openForSearch(
  db: Db,
  indexes: IndexCache,
  projectId: string,
  log: FastifyBaseLogger,
  q = "",
): Promise<Searchable> {
  return openState(db, indexes, projectId, await projectState(db, projectId), { log, q });
}

/** The same where the state of the project has just been read. */
export async function openState(
  db: Db,
  indexes: IndexCache,
  projectId: string,
  { generation, stamp, sources }: ProjectState,
  { log, q = "" }: { readonly log: FastifyBaseLogger; readonly q?: string },
): Promise<Searchable> {
  const index = await openGeneration(db, indexes, projectId, generation, log, refOfQuery(q));
  const people = await peopleForSearch(db, projectId, index, stamp);
  return { index, people, live: await liveColumnsOf(db, projectId, q, people), sources };
}
