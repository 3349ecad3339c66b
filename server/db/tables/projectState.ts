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

/** What of a source changes with its syncs. */
type SyncedSource = Pick<SourceRow, "id" | "project_id" | "sync_items" | "sync_finished_at">;

/** The same of many projects, of their sources only what changes with a sync, in two statements. */
export async function listProjectStates(
  db: Db,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<ProjectStateRow, "generation" | "merges"> & { readonly sources: SyncedSource[] }>> {
  if (projectIds.length === 0) return new Map();
  const ids = [...projectIds];
  const projects = await db
    .selectFrom("projects")
    .leftJoin("artifacts", "artifacts.project_id", "projects.id")
    .select(["projects.id", "artifacts.generation"])
    .select(
      sql<string>`(select concat_ws('/', count(*), count(undone_at)) from person_merges m where m.project_id = projects.id)`.as(
        "merges",
      ),
    )
    .where("projects.id", "in", ids)
    .execute();
  const sources: SyncedSource[] = await db
    .selectFrom("sources")
    .select(["id", "project_id", "sync_items", "sync_finished_at"])
    .where("project_id", "in", ids)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const ofProject = Map.groupBy(sources, ({ project_id }) => project_id);
  return new Map(
    projects.map(({ id, generation, merges }) => [id, { generation, merges, sources: ofProject.get(id) ?? [] }]),
  );
}
