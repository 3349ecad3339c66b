import type { Db } from "../db/openDb.ts";
import type { OpenedIndex } from "../index/OpenedIndex.ts";
import { loadPersons } from "./loadPersons.ts";
import { type PeopleTable, makeTable } from "../engines/identities/peopleTable.ts";
import { projectState } from "./projectState.ts";
import { StampedCache, memoize } from "../memoize.ts";

/** Projects without an index share the empty one. */
const MAX_PROJECTS_OF_INDEX = 10_000;
const peopleByProject = memoize<OpenedIndex, StampedCache<PeopleTable>>(() => new StampedCache(MAX_PROJECTS_OF_INDEX));

/**
 * The people of a project's histories, who are the same as on its list of people. Made once for each state of its sources and of what was
 * merged manually.
 * @param known the stamp of the project, where its state has just been read
 */
export async function projectPeople(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  currentStamp?: string,
): Promise<PeopleTable> {
  const stamp = currentStamp ?? (await projectState(db, projectId)).stamp;
  return peopleByProject(index).get(projectId, stamp, async () =>
    makeTable(index, null, await loadPersons(db, projectId)),
  );
}
