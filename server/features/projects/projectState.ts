import type { Db } from "../../db/openDb.ts";
import {
  type ProjectStateRow,
  type ProjectVersionRow,
  findProjectState,
  listProjectVersions,
} from "../../db/tables/projectState.ts";

export interface ProjectState extends Pick<ProjectStateRow, "generation" | "sources"> {
  /** Changes with every sync of the project and with every correction of its people, by any process. */
  readonly stamp: string;
}

/** Whether what is cached of a project is still true, in one statement. */
export async function projectState(db: Db, projectId: string): Promise<ProjectState> {
  const row = await findProjectState(db, projectId);
  return { generation: row.generation, sources: row.sources, stamp: stampOf(projectId, row) };
}

/** The same without the sources. */
export type ProjectStamp = Omit<ProjectState, "sources">;

/** Those of many projects, in one statement. */
export async function projectStamps(db: Db, projectIds: readonly string[]): Promise<ReadonlyMap<string, ProjectStamp>> {
  const rows = await listProjectVersions(db, projectIds);
  return new Map(rows.map((row) => [row.id, { generation: row.generation, stamp: stampOf(row.id, row) }]));
}

const stampOf = (projectId: string, { generation, merges, syncs }: ProjectVersionRow): string =>
  `${projectId} ${generation} ${merges} ${syncs}`;
