import type { Db } from "../../db/openDb.ts";
import { type ProjectStateRow, findProjectState } from "../../db/tables/projectState.ts";

export interface ProjectState extends Pick<ProjectStateRow, "generation" | "sources"> {
  /** Changes with every sync of the project and with every correction of its people, by whichever process. */
  readonly stamp: string;
}

/** Whether what is cached of a project is still true, in one statement. */
export async function projectState(db: Db, projectId: string): Promise<ProjectState> {
  const { generation, merges, sources } = await findProjectState(db, projectId);
  const synced = sources.map(({ id, sync_items, sync_finished_at }) => [id, sync_items, sync_finished_at]);
  return { generation, sources, stamp: JSON.stringify([projectId, generation, merges, synced]) };
}
