/** The engine threads of a process, and which process runs a task. */
import type { FastifyBaseLogger } from "fastify";
import type { EndpointName } from "../../contract/endpoints.ts";
import type { KeyRing } from "../access/KeyRing.ts";
import { LiveProcesses } from "../cluster/LiveProcesses.ts";
import { SearchClient } from "../cluster/SearchClient.ts";
import { SearchRouter } from "../cluster/SearchRouter.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { createAvailability } from "../features/connections/availability.ts";
import { EnginePool } from "../http/compute/EnginePool.ts";
import type { Metrics } from "../observability/Metrics.ts";
import type { Settings } from "../settings.ts";
import type { ConnectedSources } from "./connectSources.ts";
import type { OnClose } from "./onClose.ts";
import type { Storage } from "./openStorage.ts";

export interface EnginesOptions {
  readonly settings: Settings;
  readonly storage: Pick<Storage, "database" | "location">;
  readonly connected: Pick<ConnectedSources, "sources" | "connections">;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  /** What counts as now for Insights; only tests set it. */
  readonly now: (() => Date) | undefined;
  readonly onClose: OnClose;
}

/** The engine threads of this process. They start when they are needed first. */
export function createEngines(options: EnginesOptions): EnginePool {
  const { settings, storage, connected, metrics, log, now, onClose } = options;
  const { db } = storage.database;
  const pool = new EnginePool({
    db,
    blobs: storage.location,
    dataDir: settings.dataDir,
    ...settings.engines,
    log,
    now,
    onComputed: (seconds) => metrics.computed(seconds),
    onRefused: (reason) => metrics.refuse(reason === "budget" ? "budget" : "engines"),
  });
  onClose(() => pool.stop());
  metrics.probe({
    engineQueue: () => pool,
    indexBytes: () => pool.indexBytes,
    openIndexes: () => pool.openIndexes,
  });
  const { google_calendar: google, outlook_calendar: outlook } = settings.oauth;
  pool.availability = createAvailability({
    db,
    connections: connected.connections,
    egress: connected.sources.egress,
    apis: {
      google: google?.url && `${google.url}/calendar/v3`,
      outlook: outlook?.url && `${outlook.url}/v1.0`,
    },
    onError: (error) => log.error({ err: error }, "a calendar could not be read"),
  });
  return pool;
}

/** Where a process that answers people runs the tasks of the engines. */
export interface Engines extends Pick<EnginePool, "run"> {
  /** Projects of one place have their indexes open in the same thread of the same process. */
  placeOf(slug: string, company: string): number;
}

/** Calls that read the mirrors of repositories, which a process that is also a worker has and a search process has not. */
const MIRROR_CALLS: readonly EndpointName[] = [
  "getDocument",
  "listDocuments",
  "documentStaleReferences",
  "commitDiff",
  "codeContent",
  "codeBlame",
  "codeHistory",
  "codeCompare",
  "codeRaw",
];

export interface RouteEnginesDeps {
  readonly settings: Settings;
  readonly database: OpenDb;
  readonly keys: KeyRing;
  readonly pool: EnginePool;
  readonly metrics: Metrics;
  readonly app: { readonly log: FastifyBaseLogger };
  readonly onClose: OnClose;
}

/** The own threads, and with PostgreSQL the search processes before them. */
export async function routeEngines(deps: RouteEnginesDeps): Promise<Engines> {
  const { settings, database, keys, pool, metrics, app, onClose } = deps;
  if (database.engine === "pglite") {
    return { run: (...task) => pool.run(...task), placeOf: (slug) => pool.placeOf(slug) };
  }
  const live = new LiveProcesses({
    db: database.db,
    onError: (error) => app.log.warn({ err: error }, "the list of search processes could not be read"),
  });
  await live.start();
  onClose(() => live.stop());
  const client = new SearchClient({ keys, now: () => live.time.now() });
  onClose(() => client.close());
  const router = new SearchRouter({
    pool,
    live,
    client,
    limits: settings.engines.limits,
    minReplicas: settings.search.minReplicas,
    ownCalls: new Set(settings.roles.includes("worker") ? MIRROR_CALLS : []),
    log: app.log,
    onSent: (outcome) => metrics.search.sent(outcome),
    onFallback: () => metrics.search.fellBack(),
    onRefused: (reason) => metrics.refuse(reason === "budget" ? "budget" : "engines"),
  });
  metrics.probe({ searchProcesses: () => live.current.candidates.length });
  return router;
}
