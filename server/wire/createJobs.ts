import { loadSearchPeople } from "../features/search/peopleForSearch.ts";
import { AccessChecks } from "../features/hostAccess/AccessChecks.ts";
import { createModelOrderJobs } from "../features/modelOrder/modelOrderJobs.ts";
import { PgBossQueue } from "../jobs/PgBossQueue.ts";
import type { Queue } from "../jobs/Queue.ts";
import { createBacktestJobs } from "../sync/backgroundJobs/backtestJobs.ts";
import type { RunJobs } from "../jobs/createRunJobs.ts";
import { type SearchWatchJobs, createSearchWatchJobs } from "../sync/backgroundJobs/searchWatchJobs.ts";
import { createSync } from "../sync/createSync.ts";
import { createDiskReserve } from "../sync/quotas/diskReserve.ts";
import { createIssueAnalysisJobs } from "../sync/backgroundJobs/issueAnalysisJobs.ts";
import { createLineCountJobs } from "../sync/backgroundJobs/lineCountJobs.ts";
import { createStaleReferenceJobs } from "../sync/backgroundJobs/staleReferenceJobs.ts";
import { RESYNC_INTERVAL_MS } from "../sync/scheduling/schedule.ts";
import { readStoredManifest } from "../sync/store/storedManifest.ts";
import type { SyncService } from "../sync/SyncService.ts";
import { withRecordedCopies } from "../sync/repository/recordCopies.ts";
import type { ConnectedSources } from "./connectSources.ts";
import { modelDeps } from "./modelDeps.ts";
import type { Storage } from "./openStorage.ts";
import { ensureHolderId } from "./serveMirrors.ts";
import type { ServerProcess } from "./ServerProcess.ts";

export interface Jobs {
  readonly queue: Queue;
  readonly sync: SyncService;
  readonly searchWatches: SearchWatchJobs;
  readonly backtests: RunJobs;
  readonly modelOrders: RunJobs;
  readonly access: AccessChecks;
}

/** The queue with the handlers of all jobs. Neither has started. */
export function createJobs(server: ServerProcess, storage: Storage, connected: ConnectedSources): Jobs {
  const { settings, app } = server;
  const { database } = storage;
  const queue = new PgBossQueue({
    database,
    databaseUrl: settings.databaseUrl,
    isWorker: settings.roles.includes("worker"),
    onError: (error, about) => app.log.error({ err: error, ...about }, "job failed"),
  });
  const sync = createSourceSync(server, storage, connected, queue);
  const { sources, connections } = connected;
  const access = new AccessChecks({
    db: database.db,
    queue,
    sources,
    connections,
    onError: (error) => app.log.error({ err: error }, "the access of a member could not be checked"),
  });
  access.register();
  return { queue, sync, access, ...registerFollowUps(server, storage, queue, sync) };
}

function createSourceSync(
  { settings, app }: ServerProcess,
  { database, secrets, blobs, builder }: Storage,
  { sources, connections, appTokens }: ConnectedSources,
  queue: Queue,
): SyncService {
  const { db } = database;
  const isWorker = settings.roles.includes("worker");
  const onError = (error: unknown): void => app.log.error({ err: error }, "a mirror was not registered");
  const sync = createSync({
    db,
    queue,
    sources:
      isWorker && database.engine === "postgres"
        ? withRecordedCopies(sources, { db, holderId: ensureHolderId(settings.dataDir), onError })
        : sources,
    builder,
    blobs,
    maxFiles: settings.maxFiles,
    quotas: settings.companyQuotas,
    openCredential: (secretId) => secrets.openCredential(db, secretId),
    connectionToken: (connectionId, isForced) => connections.token(connectionId, isForced),
    installationToken: async (installationId, isForced) => ({
      ...(await appTokens.token(installationId, isForced)),
      isInstalled: true,
    }),
    onError: (error, about) => app.log.error({ err: error, ...about }, "sync failed"),
    isWorker,
    checkDisk: createDiskReserve(settings.dataDir, settings.diskReserveBytes),
    resyncIntervalMs: RESYNC_INTERVAL_MS,
  });
  sync.register();
  return sync;
}

/** The jobs that each complete sync of a source requests, and the backtests, which need the mirrors of the sync. */
function registerFollowUps(
  server: ServerProcess,
  storage: Storage,
  queue: Queue,
  sync: SyncService,
): Pick<Jobs, "searchWatches" | "backtests" | "modelOrders"> {
  const { app } = server;
  const {
    database: { db },
    location: blobs,
  } = storage;
  const { mirrorOf } = sync;
  const failed =
    (text: string) =>
    (error: unknown): void =>
      app.log.error({ err: error }, text);
  const issueRows = createIssueAnalysisJobs({ db, queue, blobs });
  const searchWatches = createSearchWatchJobs({
    db,
    queue,
    blobs,
    peopleOf: (projectId) => loadSearchPeople(db, projectId),
    onError: failed("a watched search was not compared"),
  });
  const lineCounts = createLineCountJobs({ db, queue, mirrorOf });
  const staleReferences = createStaleReferenceJobs({
    db,
    queue,
    blobs,
    mirrorOf,
    onError: failed("pages could not be compared with the code"),
  });
  for (const jobs of [issueRows, searchWatches, lineCounts, staleReferences]) {
    jobs.register();
    sync.onSynced((projectId) => jobs.request(projectId));
  }
  sync.onSynced((projectId) => sync.compareDue(projectId));
  const backtests = createBacktestJobs({ db, queue, blobs, mirrorOf, onError: failed("a backtest failed") });
  backtests.register();
  const modelOrders = createModelOrderJobs({
    ...modelDeps(server, storage),
    queue,
    blobs,
    mirrorOf,
    manifestOf: (projectId) => readStoredManifest(db, projectId),
    onError: failed("a measurement of the order of a model failed"),
  });
  modelOrders.register();
  return { searchWatches, backtests, modelOrders };
}
