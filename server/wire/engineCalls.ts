/** The calls that are answered in engine threads, and the background tasks that such a thread can run. */
import type { FastifyBaseLogger } from "fastify";
import { type EndpointName, type EndpointsWith, endpointsWith } from "../../contract/endpoints.ts";
import type { Db } from "../db/openDb.ts";
import type { FoundInProject } from "../engines/goTo/foundNames.ts";
import type { OpenMirror } from "../git/MirrorReads.ts";
import { warmIndex } from "../engines/search/warm.ts";
import type { IndexCache } from "../index/IndexCache.ts";
import { StaleReferenceChecker } from "../features/documents/StaleReferenceChecker.ts";
import { mountCode } from "../features/code/routes.ts";
import { mountCommits } from "../features/commits/routes.ts";
import { mountRequestCode } from "../features/requests/routes.ts";
import { mountDocuments } from "../features/documents/routes.ts";
import { mountExperts } from "../features/experts/routes.ts";
import { mountGraph } from "../features/graph/routes.ts";
import { mountReferences } from "../features/references/routes.ts";
import { mountInsights } from "../features/insights/routes.ts";
import { InsightsService } from "../features/insights/service.ts";
import { mountIssueEngines } from "../features/issues/routes.ts";
import { mountOverview } from "../features/overview/routes.ts";
import { mountLocalization } from "../features/localization/routes.ts";
import type { AvailabilityReader } from "../sources/connector/calendarTypes.ts";
import type { RouteRegistrar } from "../http/router.ts";
import { mountPersonPages } from "../features/persons/routes.ts";
import { mountProjectSearch } from "../features/search/routes.ts";
import { openForSearch } from "../features/search/openForSearch.ts";
import { type GoToProject, goToProject } from "../features/search/goToProject.ts";
import type { ManyTasks, PerProject } from "../features/search/manyTasks.ts";
import { manyProjectTasks } from "../features/search/manyProjects.ts";

/** Every call that opens an index. */
export const ENGINE_CALLS = endpointsWith("runs", "engine");
export type EngineCall = EndpointsWith<"runs", "engine">;

/** Calls whose answers depend on background work or on a cache of one thread: always sent to the same thread. */
export const PINNED_CALLS: ReadonlySet<EndpointName> = new Set([
  "documentStaleReferences",
  "listDocuments",
  "getOverview",
  "codeBlame",
  "codeHistory",
]);

/** The steps of a search over many projects. */
type StepsOverMany = {
  readonly [N in keyof ManyTasks]: {
    readonly given: ManyTasks[N]["given"];
    readonly answer: PerProject<ManyTasks[N]["one"]>;
  };
};

/** What an engine thread does that is no call of the contract. */
export interface InnerTasks extends StepsOverMany {
  /** The names of one project that fit what was typed. */
  readonly goToProject: { readonly given: GoToProject; readonly answer: FoundInProject[] | null };
  /** Opens an index and prepares what the first question would wait for. */
  readonly warm: { readonly given: { readonly projectId: string }; readonly answer: null };
}

export interface EngineDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly openMirror: OpenMirror;
  /** Where the mirror of a repository would be on this machine. */
  readonly mirrorFolder: (sourceId: string) => string;
  readonly availability: AvailabilityReader;
  readonly now: () => Date;
  /** Bytes of facts for Insights that may be kept. */
  readonly factsBytes: number;
  readonly log: FastifyBaseLogger;
}

/** The module of an engine thread. */
export const ENGINE_WORKER = new URL("./engineWorker.ts", import.meta.url);

export type EngineTaskHandler = (context: unknown) => unknown;

export interface EngineTasks {
  /** Every task of an engine thread by its name. */
  readonly tasks: ReadonlyMap<string, EngineTaskHandler>;
  /** Ends what was begun in the background. */
  readonly stop: () => Promise<void>;
}

export function createEngineTasks(deps: EngineDeps): EngineTasks {
  const { db, indexes, openMirror, mirrorFolder, availability, now, factsBytes, log } = deps;
  const tasks = new Map<string, EngineTaskHandler>();
  const wanted: ReadonlySet<string> = new Set(ENGINE_CALLS);
  const mount: RouteRegistrar = (name, handler) => {
    if (wanted.has(name)) tasks.set(name, handler as EngineTaskHandler);
  };
  mountProjectSearch(mount, { db, indexes, openMirror });
  mountCommits(mount, { db, indexes, openMirror });
  mountRequestCode(mount, { db, indexes, openMirror });
  mountCode(mount, { db, indexes, openMirror });
  mountReferences(mount, { db, indexes });
  mountLocalization(mount, { db, indexes });
  mountIssueEngines(mount, { db, indexes });
  mountExperts(mount, { db, indexes, availability });
  mountGraph(mount, { db, indexes, openMirror });
  mountPersonPages(mount, { db, indexes, availability });
  const insights = new InsightsService({ db, indexes, now, factsBytes });
  mountInsights(mount, db, insights);
  const staleReferences = new StaleReferenceChecker({
    openMirror,
    mirrorFolder,
    onError: (error) => log.error({ err: error }, "pages could not be compared with the code"),
  });
  mountDocuments(mount, { db, indexes, openMirror }, staleReferences);
  mountOverview(mount, { db, indexes, insights, staleReferences, now });
  for (const [name, task] of Object.entries(manyProjectTasks({ db, indexes, log })))
    tasks.set(name, task as EngineTaskHandler);
  tasks.set("goToProject", (given) => goToProject(db, indexes, given as GoToProject, log));
  tasks.set("warm", async (given) => {
    const { projectId } = given as InnerTasks["warm"]["given"];
    const { index, people } = await openForSearch(db, indexes, projectId, log);
    await warmIndex(index, people);
    await insights.prepare(projectId, index);
    return null;
  });
  for (const name of ENGINE_CALLS) if (!tasks.has(name)) throw new Error(`No engine answers ${name}.`);
  return { tasks, stop: () => staleReferences.stop() };
}
