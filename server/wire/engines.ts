/** The engine threads of a process, and which process runs a task. */
import { hostname } from "node:os";
import { ENGINE_WORKER } from "./engineCalls.ts";
import { CALENDARS } from "../../contract/constants.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { DatabaseTime } from "../cluster/DatabaseTime.ts";
import { LiveProcesses } from "../cluster/LiveProcesses.ts";
import { MirrorRouter } from "../cluster/MirrorRouter.ts";
import { SealedClient } from "../cluster/SealedClient.ts";
import { SearchClient } from "../cluster/SearchClient.ts";
import { SearchRouter } from "../cluster/SearchRouter.ts";
import { createAvailability } from "../features/connections/availability.ts";
import { EnginePool } from "../compute/EnginePool.ts";
import { mirrorFolderIn } from "../sources/git/mirrorFiles.ts";
import type { ConnectedSources } from "./connectSources.ts";
import type { Storage } from "./openStorage.ts";
import { ensureHolderId, readHolderId } from "./serveMirrors.ts";
import type { ServerProcess } from "./ServerProcess.ts";
import type { WebDeps } from "./webDeps.ts";

/** The engine threads of this process. They start when they are first needed. */
export function createEngines(server: ServerProcess, storage: Storage, connected: ConnectedSources): EnginePool {
  const { settings, options, metrics, app, onClose } = server;
  const { log } = app;
  const { db } = storage.database;
  const availability = createAvailability({
    db,
    connections: connected.connections,
    egress: connected.sources.egress,
    servers: Object.fromEntries(CALENDARS.map((name) => [name, settings.oauth[name]?.url])),
    onError: (error) => log.error({ err: error }, "a calendar could not be read"),
  });
  const mirrors = createMirrorRouter(server, storage);
  const pool = new EnginePool({
    worker: ENGINE_WORKER,
    db,
    blobs: storage.location,
    dataDir: settings.dataDir,
    ...settings.engines,
    availability,
    ...(mirrors && { mirrors }),
    log,
    now: options.now,
    onComputed: (seconds) => metrics.computed(seconds),
    onRefused: (reason) => metrics.refuse(reason === "budget" ? "budget" : "engines"),
  });
  onClose(() => pool.stop());
  metrics.probe({
    engineQueue: () => pool,
    indexBytes: () => pool.indexBytes,
    openIndexes: () => pool.openIndexes,
  });
  return pool;
}

/** What reads the mirrors that other processes have; undefined with the embedded database, which belongs to one process. */
function createMirrorRouter(
  { settings, metrics, app, onClose }: ServerProcess,
  { database, keys }: Storage,
): MirrorRouter | undefined {
  if (database.engine === "pglite") return undefined;
  const time = new DatabaseTime();
  const client = new SealedClient({ keys, now: () => time.now() });
  onClose(() => client.close());
  return new MirrorRouter({
    db: database.db,
    client,
    time,
    mirrorFolder: mirrorFolderIn(settings.dataDir),
    ownHolder: settings.roles.includes("worker") ? ensureHolderId(settings.dataDir) : readHolderId(settings.dataDir),
    machine: hostname(),
    log: app.log,
    onSent: (outcome) => metrics.mirrors.sent(outcome),
  });
}

/** Where a process with the role `web` runs the tasks of the engines. */
export interface Engines extends Pick<EnginePool, "run"> {
  /** Projects with the same number have their indexes open in the same thread of the same process. */
  threadOf(slug: string, company: string): number;
}

/** Calls that read mirrors: a worker answers them from its own disk, a search process by asking a worker. */
const MIRROR_CALLS: readonly EndpointName[] = [
  "getDocument",
  "commitDiff",
  "requestDiff",
  "requestFindings",
  "previewSourceChecks",
  "codeDiscussions",
  "connectedLines",
  "codeContent",
  "codeBlame",
  "codeHistory",
  "codeCompare",
  "codeRaw",
];

/** Uses the threads of this process, and with PostgreSQL the search processes before them. */
export async function routeEngines({ server, storage, pool }: WebDeps): Promise<Engines> {
  const { settings, metrics, app, onClose } = server;
  const { database, keys } = storage;
  if (database.engine === "pglite") {
    return { run: (...task) => pool.run(...task), threadOf: (slug) => pool.threadOf(slug) };
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
