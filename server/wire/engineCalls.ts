/** The calls that are answered in engine threads, and the background tasks that such a thread can run. */
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../db/openDb.ts";
import type { OpenMirror } from "../git/MirrorReads.ts";
import { warmIndex } from "../engines/search/warm.ts";
import type { IndexCache } from "../index/IndexCache.ts";
import { findRequest } from "../db/tables/requests/requestDetails.ts";
import { composeCheck } from "../features/checks/composeCheck.ts";
import { mountCheckPreview } from "../features/checks/routes.ts";
import { mountCode } from "../features/code/routes.ts";
import { mountCommits } from "../features/commits/routes.ts";
import { mountRequestCode } from "../features/requests/routes.ts";
import { mountDocuments } from "../features/documents/routes.ts";
import { placeExperts } from "../features/experts/placeExperts.ts";
import { mountExperts } from "../features/experts/routes.ts";
import { mountGraph } from "../features/graph/routes.ts";
import { mountReferences } from "../features/references/routes.ts";
import { mountInsights } from "../features/insights/routes.ts";
import { InsightsService } from "../features/insights/service.ts";
import { mountOwnMetricValues } from "../features/ownMetrics/routes.ts";
import { mountIssueEngines } from "../features/issues/routes.ts";
import { mountOverview } from "../features/overview/routes.ts";
import { mountLocalization } from "../features/localization/routes.ts";
import { mountModelOrderEstimate } from "../features/modelOrder/routes.ts";
import type { AvailabilityReader } from "../sources/connector/calendarTypes.ts";
import type { RouteRegistrar } from "../http/router.ts";
import { mountPersonPages } from "../features/persons/routes.ts";
import { takeSnapshot } from "../features/rules/takeSnapshot.ts";
import { mountProjectSearch } from "../features/search/routes.ts";
import { openForSearch } from "../features/search/openForSearch.ts";
import { goToProject } from "../features/search/goToProject.ts";
import { manyProjectTasks } from "../features/search/manyProjects.ts";
import { ENGINE_CALLS, type InnerHandlers } from "./engineTasks.ts";

export interface EngineDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly openMirror: OpenMirror;
  readonly availability: AvailabilityReader;
  readonly now: () => Date;
  /** Bytes of facts for Insights that may be kept. */
  readonly factsBytes: number;
  readonly log: FastifyBaseLogger;
}

/** The module of an engine thread. */
export const ENGINE_WORKER = new URL("./engineWorker.ts", import.meta.url);

/** A task as its thread finds it by name; `engineTasks.ts` has the types of what it is given. */
export type EngineTaskHandler = (input: never) => unknown;

/** Every task of an engine thread by its name. */
export function createEngineTasks(deps: EngineDeps): ReadonlyMap<string, EngineTaskHandler> {
  const insights = new InsightsService(deps);
  const inner = Object.entries<EngineTaskHandler>(innerTasks(deps, insights));
  const tasks = new Map([...callHandlers(deps, insights), ...inner]);
  for (const name of ENGINE_CALLS) if (!tasks.has(name)) throw new Error(`No engine answers ${name}.`);
  return tasks;
}

/** The handlers of the calls that run in engine threads. */
function callHandlers(deps: EngineDeps, insights: InsightsService): Map<string, EngineTaskHandler> {
  const { db } = deps;
  const handlers = new Map<string, EngineTaskHandler>();
  const names: ReadonlySet<string> = new Set(ENGINE_CALLS);
  const mount: RouteRegistrar = (name, handler) => {
    if (names.has(name)) handlers.set(name, handler);
  };
  mountProjectSearch(mount, deps);
  mountCommits(mount, deps);
  mountRequestCode(mount, deps);
  mountCheckPreview(mount, deps);
  mountCode(mount, deps);
  mountReferences(mount, deps);
  mountLocalization(mount, deps);
  mountModelOrderEstimate(mount, deps);
  mountIssueEngines(mount, deps);
  mountExperts(mount, deps);
  mountGraph(mount, deps);
  mountPersonPages(mount, deps);
  mountInsights(mount, db, insights);
  mountOwnMetricValues(mount, { db, insights });
  mountDocuments(mount, deps);
  mountOverview(mount, { ...deps, insights });
  return handlers;
}

const innerTasks = (deps: EngineDeps, insights: InsightsService): InnerHandlers => ({
  composeCheck: async ({ project, requestId, language }) => {
    const request = await findRequest(deps.db, project.id, requestId);
    const { signal } = new AbortController();
    return request ? composeCheck(deps, { project, request, language, log: deps.log }, signal) : null;
  },
  ...indexTasks(deps, insights),
});

const indexTasks = (deps: EngineDeps, insights: InsightsService): Omit<InnerHandlers, "composeCheck"> => {
  const { db, indexes, log } = deps;
  return {
    ...manyProjectTasks({ db, indexes, log }),
    goToProject: (input) => goToProject(db, indexes, input, log),
    placeExperts: (input) => placeExperts(deps, input, log),
    takeSnapshot: ({ projectId }) => takeSnapshot({ db, indexes, insights }, projectId, log),
    warm: async ({ projectId }) => {
      const { index, people } = await openForSearch(db, indexes, projectId, log);
      await warmIndex(index, people);
      await insights.prepare(projectId, index);
      return null;
    },
  };
};
