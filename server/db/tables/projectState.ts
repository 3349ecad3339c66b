import { sql } from "kysely";
import type { Db } from "../openDb.ts";
import type { SourceRow } from "./sources.ts";

export interface ProjectStateRow {
  /** Of the project's index; null before the first. */
  readonly generation: number | null;
  /** How many merges of people there are and how many were undone: both only grow. */
  readonly merges: string | undefined;
  /** In the order in which they were linked. */
  readonly sources: readonly SourceRow[];
}

/** The project's sources with the generation of its index and the count of its merges, read in one statement. */
export async function findProjectState(db: Db, projectId: string): Promise<ProjectStateRow> {
  const generation = sql<number | null>`(select a.generation from artifacts a where a.project_id = ${projectId})`;
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
  return { generation: known?.generation ?? null, merges: known?.merges, sources: rows };
}
