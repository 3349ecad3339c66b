import { type ProjectAccess, permittedRow } from "../access/policy.ts";
import type { Principal } from "../access/sessions/sessions.ts";
import type { ProjectAction } from "../../contract/access/policy.ts";
import type { Db } from "../db/openDb.ts";
import {
  type ProjectStateRow,
  type ProjectVersionRow,
  findProjectState,
  findProjectStateOfMember,
  listProjectVersions,
} from "../db/tables/projects/projectState.ts";
import { message } from "../messages/messages.ts";

export interface ProjectState extends Pick<ProjectStateRow, "generation" | "sources"> {
  /** Changes with every sync of the project and with every correction of its people, by any process. */
  readonly stamp: string;
}

/** Whether what is cached of a project is still true, in one statement. */
export async function projectState(db: Db, projectId: string): Promise<ProjectState> {
  return stateOf(projectId, await findProjectState(db, projectId));
}

/**
 * As `projectFor`, together with the state of the project: a search needs both, and each statement takes as long as searching.
 * @throws NotFound, Forbidden
 */
export async function projectStateFor(
  db: Db,
  caller: Principal,
  slug: string,
  action: ProjectAction,
): Promise<{ readonly project: ProjectAccess; readonly state: ProjectState }> {
  const row = await findProjectStateOfMember(db, slug, caller.companyId, caller.id);
  const project = permittedRow(row?.project, action, message("project.not_found"));
  return { project, state: stateOf(project.id, row?.state ?? NO_STATE) };
}

/** A project without a row is refused. */
const NO_STATE: ProjectStateRow = { generation: null, merges: "", syncs: "", sources: [] };

const stateOf = (projectId: string, row: ProjectStateRow): ProjectState => ({
  generation: row.generation,
  sources: row.sources,
  stamp: stampOf(projectId, row),
});

/** The same without the sources. */
export type ProjectStamp = Omit<ProjectState, "sources">;

/** Those of many projects, in one statement. */
export async function projectStamps(db: Db, projectIds: readonly string[]): Promise<ReadonlyMap<string, ProjectStamp>> {
  const rows = await listProjectVersions(db, projectIds);
  return new Map(rows.map((row) => [row.id, { generation: row.generation, stamp: stampOf(row.id, row) }]));
}

const stampOf = (projectId: string, { generation, merges, syncs }: ProjectVersionRow): string =>
  `${projectId} ${generation} ${merges} ${syncs}`;
