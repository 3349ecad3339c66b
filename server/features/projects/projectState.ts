import type { Db } from "../../db/openDb.ts";
import { type ProjectStateRow, findProjectState, listProjectStates } from "../../db/tables/projectState.ts";
import type { SourceRow } from "../../db/tables/sources.ts";

export interface ProjectState extends Pick<ProjectStateRow, "generation" | "sources"> {
  /** Changes with every sync of the project and with every correction of its people, by any process. */
  readonly stamp: string;
}

/** Whether what is cached of a project is still true, in one statement. */
export async function projectState(db: Db, projectId: string): Promise<ProjectState> {
  const { generation, merges, sources } = await findProjectState(db, projectId);
  return { generation, sources, stamp: stampOf(projectId, { generation, merges, sources }) };
}

/** The same without the sources. */
export type ProjectStamp = Omit<ProjectState, "sources">;

/** Those of many projects, in two statements. */
export async function projectStamps(db: Db, projectIds: readonly string[]): Promise<ReadonlyMap<string, ProjectStamp>> {
  const rows = await listProjectStates(db, projectIds);
  return new Map(
    [...rows].map(([id, state]) => [id, { generation: state.generation, stamp: stampOf(id, state) }] as const),
  );
}

function stampOf(
  projectId: string,
  {
    generation,
    merges,
    sources,
  }: Pick<ProjectStateRow, "generation" | "merges"> & {
    readonly sources: readonly Pick<SourceRow, "id" | "sync_items" | "sync_finished_at">[];
  },
): string {
  const synced = sources.map(({ id, sync_items, sync_finished_at }) => [id, sync_items, sync_finished_at]);
  return JSON.stringify([projectId, generation, merges, synced]);
}
