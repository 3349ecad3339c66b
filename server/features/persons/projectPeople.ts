import { LRUCache } from "lru-cache";
import type { Db } from "../../db/openDb.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { loadPersons } from "./loadPersons.ts";
import { type PeopleTable, makeTable } from "../../engines/experts/peopleTable.ts";
import { projectState } from "../projects/projectState.ts";
import { memoize } from "../../memoize.ts";

interface CachedPeople {
  readonly stamp: string;
  readonly table: Promise<PeopleTable>;
}
/** Projects without an index share the empty one. `maxSize` allocates as entries come, `max` would allocate for each open index. */
const MAX_PROJECTS_OF_INDEX = 10_000;
const peopleByProject = memoize<OpenedIndex, LRUCache<string, CachedPeople>>(
  () => new LRUCache<string, CachedPeople>({ maxSize: MAX_PROJECTS_OF_INDEX, sizeCalculation: () => 1 }),
);

/**
 * The people of a project's histories, who are the same as on its list of people. Made once for each state of its sources and of what was
 * merged manually.
 * @param known the stamp of the project, where its state has just been read
 */
export async function projectPeople(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  known?: string,
): Promise<PeopleTable> {
  const stamp = known ?? (await projectState(db, projectId)).stamp;
  const tables = peopleByProject(index);
  const cached = tables.get(projectId);
  if (cached?.stamp === stamp) return cached.table;
  const table = loadPersons(db, projectId).then((persons) => makeTable(index, null, persons));
  const own = { stamp, table };
  tables.set(projectId, own);
  table.catch(() => {
    if (tables.peek(projectId) === own) tables.delete(projectId);
  });
  return table;
}
