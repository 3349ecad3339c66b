import type { FastifyBaseLogger } from "fastify";
import { MINUTE_MS } from "../../contract/durations.ts";
import { loadSearchPeople } from "../features/search/peopleForSearch.ts";
import { PgBossQueue } from "../jobs/PgBossQueue.ts";
import type { Queue } from "../jobs/Queue.ts";
import type { Settings } from "../settings.ts";
import { createBacktestJobs } from "../sync/backgroundJobs/backtestJobs.ts";
import { type SearchWatchJobs, createSearchWatchJobs } from "../sync/backgroundJobs/searchWatchJobs.ts";
import { createSync } from "../sync/createSync.ts";
import { createDiskReserve } from "../sync/quotas/diskReserve.ts";
import { createIssueAnalysisJobs } from "../sync/backgroundJobs/issueAnalysisJobs.ts";
import { createLineCountJobs } from "../sync/backgroundJobs/lineCountJobs.ts";
import type { SyncService } from "../sync/SyncService.ts";
import type { ConnectedSources } from "./connectSources.ts";
import type { Storage } from "./openStorage.ts";

/** The interval at which sources are synced without a request. */
const RESYNC_INTERVAL_MS = 15 * MINUTE_MS;

export interface JobsOptions {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly connected: Pick<ConnectedSources, "sources" | "connections">;
  readonly log: FastifyBaseLogger;
}

export interface Jobs {
  readonly queue: Queue;
  readonly sync: SyncService;
  readonly searchWatches: SearchWatchJobs;
}

/** The queue with the handlers of all jobs. Neither has started. */
export function createJobs({ settings, storage, connected, log }: JobsOptions): Jobs {
  const { database, secrets, location, blobs, builder } = storage;
  const { sources, connections } = connected;
  const { db } = database;
  const isWorker = settings.roles.includes("worker");
  const queue = new PgBossQueue({
    database,
    databaseUrl: settings.databaseUrl,
    isWorker,
    onError: (error, about) => log.error({ err: error, ...about }, "job failed"),
  });
  const sync = createSync({
    db,
    queue,
    sources,
    builder,
    blobs,
    maxFiles: settings.maxFiles,
    quotas: settings.companyQuotas,
    openCredential: (secretId) => secrets.openCredential(db, secretId),
    connectionToken: (connectionId, isForced) => connections.token(connectionId, isForced),
    onError: (error, about) => log.error({ err: error, ...about }, "sync failed"),
    isWorker,
    checkDisk: createDiskReserve(settings.dataDir, settings.diskReserveBytes),
    resyncIntervalMs: RESYNC_INTERVAL_MS,
  });
  const issueRows = createIssueAnalysisJobs({ db, queue, blobs: location });
  const searchWatches = createSearchWatchJobs({
    db,
    queue,
    blobs: location,
    peopleOf: (projectId) => loadSearchPeople(db, projectId),
    onError: (error) => log.error({ err: error }, "a watched search was not compared"),
  });
  const lineCounts = createLineCountJobs({ db, queue, mirrorOf: sync.mirrorOf });
  const backtests = createBacktestJobs({
    db,
    queue,
    blobs: location,
    mirrorOf: sync.mirrorOf,
    onError: (error) => log.error({ err: error }, "a backtest failed"),
  });
  sync.onSynced((projectId) => issueRows.request(projectId));
  sync.onSynced((projectId) => searchWatches.request(projectId));
  sync.onSynced((projectId) => lineCounts.request(projectId));
  for (const jobs of [sync, lineCounts, issueRows, backtests, searchWatches]) jobs.register();
  return { queue, sync, searchWatches };
}
