import { MINUTE_MS } from "../../contract/durations.ts";
import type { Db } from "../db/openDb.ts";
import { findCompanyOfProject, findProject } from "../db/tables/projects/projects.ts";
import type { TakeSnapshot } from "../features/rules/watchProjects.ts";
import type { AskExperts } from "../features/rules/withExperts.ts";
import type { Engines } from "./engines.ts";
import { runTask } from "./engineTasks.ts";

/** Asks the engine threads for the experts of issues, as background work of the project's company. */
export const askExpertsOf =
  (db: Db, engines: Engines): AskExperts =>
  async (projectId, issueIds) => {
    const [project, company] = await Promise.all([findProject(db, projectId), findCompanyOfProject(db, projectId)]);
    if (!project || company === undefined) return {};
    const signal = AbortSignal.timeout(MINUTE_MS);
    return runTask(
      engines,
      "placeExperts",
      { projectId, issueIds },
      { principal: null, key: project.slug, company, signal },
    );
  };

/** Asks them what a project is like now, in the same way. */
export const takeSnapshotOf =
  (db: Db, engines: Engines): TakeSnapshot =>
  async (projectId) => {
    const [project, company] = await Promise.all([findProject(db, projectId), findCompanyOfProject(db, projectId)]);
    if (!project || company === undefined) return null;
    const signal = AbortSignal.timeout(MINUTE_MS);
    return runTask(engines, "takeSnapshot", { projectId }, { principal: null, key: project.slug, company, signal });
  };
