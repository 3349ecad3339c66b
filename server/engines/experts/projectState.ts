/** What tells whether anything that is kept in memory of a project is still true, read in one question. */
import { type Selectable, sql } from "kysely";
import type { Db } from "../../db/openDb.ts";
import type { SourcesTable } from "../../db/tables.ts";

export interface ProjectState {
  /** Of its index; null before the first. */
  readonly generation: number | null;
  /** Changes with every sync of the project and with every correction of its people, by whichever process. */
  readonly stamp: string;
  /** In the order in which they were linked. */
  readonly sources: readonly Selectable<SourcesTable>[];
}

export async function projectState(db: Db, projectId: string): Promise<ProjectState> {
  const generation = sql<number | null>`(select a.generation from artifacts a where a.project_id = ${projectId})`;
  // Merges are never deleted: both numbers only grow.
  const merges = sql<string>`
    (select concat_ws('/', count(*), count(undone_at)) from person_merges m where m.project_id = ${projectId})`;
  const rows = await db
    .selectFrom("sources")
    .selectAll()
    .select([generation.as("generation"), merges.as("merges")])
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const [first] = rows;
  const known =
    first ??
    (
      await sql<{ generation: number | null; merges: string }>`
      select ${generation} as generation, ${merges} as merges`.execute(db)
    ).rows[0];
  const synced = rows.map(({ id, sync_items, sync_finished_at }) => [id, sync_items, sync_finished_at]);
  return {
    generation: known?.generation ?? null,
    stamp: JSON.stringify([projectId, known?.generation ?? null, known?.merges, synced]),
    sources: rows,
  };
}
