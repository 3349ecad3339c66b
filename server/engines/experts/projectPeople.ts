import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/openDb.ts";
import type { OpenedIndex } from "../../index/indexStore.ts";
import { knownPersons } from "./knownPersons.ts";
import { type PeopleTable, makeTable } from "./peopleTable.ts";

const tables = new WeakMap<OpenedIndex, { readonly stamp: string; readonly table: Promise<PeopleTable> }>();

/**
 * The people of a project's histories, who are the same as on its list of people. Made once for each state of its sources and of what was
 * put together by hand.
 * @param known the stamp of the project, where it has just been read with something else
 */
export async function projectPeople(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  known?: string,
): Promise<PeopleTable> {
  const stamp = known ?? (await peopleStamp(db, projectId));
  const kept = tables.get(index);
  if (kept?.stamp === stamp) return kept.table;
  const table = knownPersons(db, projectId).then((persons) => makeTable(index, null, persons));
  const own = { stamp, table };
  tables.set(index, own);
  table.catch(() => {
    if (tables.get(index) === own) tables.delete(index);
  });
  return table;
}

/** Changes with every sync of a project and with every correction of its people. */
export async function peopleStamp(db: Db, projectId: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select ${peopleStampOf(projectId)} as stamp`.execute(db);
  return rows[0]?.stamp ?? "";
}

/** The stamp as a value of a question, for whoever asks for something of the project anyway. */
export const peopleStampOf = (projectId: string): RawBuilder<string> => sql<string>`
  concat_ws(':', ${projectId}::text,
    (select string_agg(concat_ws('/', s.id, s.sync_items, extract(epoch from s.sync_finished_at)), ',' order by s.id)
      from sources s where s.project_id = ${projectId}),
    (select a.generation from artifacts a where a.project_id = ${projectId}),
    (select concat_ws('/', count(*), count(undone_at)) from person_merges m where m.project_id = ${projectId}))`;
