import type { FastifyBaseLogger } from "fastify";
import { refOfQuery } from "../../engines/search/query/searchRef.ts";
import type { Db } from "../../db/openDb.ts";
import { checkpoint } from "../../engines/checkpoint.ts";
import type { SearchPeople } from "../../engines/search/collections/searchPeople.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { DamagedIndexError } from "../../index/indexErrors.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { projectStamps } from "../../project/projectState.ts";
import type { OpeningInput, PerProject, ProjectList } from "./manyTasks.ts";
import type { LiveColumns } from "../../engines/search/filters/liveColumns.ts";
import { NO_LIVE_COLUMNS, liveColumnsOf, needsLiveColumns } from "./liveColumnsOf.ts";
import { knownPeopleForSearch, peopleForSearch } from "./peopleForSearch.ts";
import { isGenerationOpen, openGuestGeneration, openedGuest } from "../../project/projectIndex.ts";

/** Milliseconds after which no further project is begun: then others have the thread. */
const SLICE_MS = 100;

export interface ManyDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly log: FastifyBaseLogger;
}

/** Works on the indexes of a list of projects, one after the other, until the slice of time is up. @param q names the branch or tag that is searched */
export async function eachProject<T>(
  { db, indexes, log }: ManyDeps,
  { projectIds, states: listedStates }: ProjectList,
  { mayOpen, q }: OpeningInput & { readonly q: string },
  work: (index: OpenedIndex, people: SearchPeople, id: string, live: LiveColumns) => T,
): Promise<PerProject<T>> {
  const startedAt = performance.now();
  const ref = refOfQuery(q);
  const isLive = needsLiveColumns(q);
  const states = listedStates ?? (await projectStamps(db, projectIds));
  const answers: [string, T | null][] = [];
  for (const id of projectIds) {
    if (answers.length > 0 && performance.now() - startedAt > SLICE_MS) break;
    checkpoint();
    const { generation, stamp } = states.get(id) ?? { generation: null, stamp: "" };
    if (mayOpen?.includes(id) === false && !isGenerationOpen(indexes, id, generation, ref)) {
      answers.push([id, null]);
      continue;
    }
    // An await for each of thousands that are open would cost more than what most of them have for a query.
    const { index, release } =
      openedGuest(indexes, id, generation, ref) ?? (await openGuestGeneration(db, indexes, id, generation, log, ref));
    try {
      const people = knownPeopleForSearch(id, index, stamp) ?? (await peopleForSearch(db, id, index, stamp));
      const live = isLive ? await liveColumnsOf(db, id, q, people) : NO_LIVE_COLUMNS;
      answers.push([id, work(index, people, id, live)]);
    } catch (error) {
      // Its files were removed while it was open: a newer index has replaced it.
      if (!(error instanceof DamagedIndexError)) throw error;
      log.warn({ projectId: id, err: error }, "the project's index cannot be read");
      answers.push([id, null]);
    } finally {
      release();
    }
  }
  return answers;
}
