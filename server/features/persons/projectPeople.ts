import type { Db } from "../../db/openDb.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { loadPersons } from "./loadPersons.ts";
import { type PeopleTable, makeTable } from "../../engines/experts/peopleTable.ts";
import { projectState } from "../projects/projectState.ts";

const tables = new WeakMap<OpenedIndex, { readonly stamp: string; readonly table: Promise<PeopleTable> }>();

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
  const kept = tables.get(index);
  if (kept?.stamp === stamp) return kept.table;
  const table = loadPersons(db, projectId).then((persons) => makeTable(index, null, persons));
  const own = { stamp, table };
  tables.set(index, own);
  table.catch(() => {
    if (tables.get(index) === own) tables.delete(index);
  });
  return table;
}
