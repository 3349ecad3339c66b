import { NO_QUOTAS } from "../access/limits/quotas.ts";
import { KeyedMutex } from "../concurrency.ts";
import type { Db } from "../db/openDb.ts";
import { listUnreadImports } from "../db/tables/sources/customSources.ts";
import { listSourcesWithOtherFields } from "../db/tables/sources/sourceFields.ts";
import { listSourcesWithOtherFolders } from "../db/tables/sources/sourceFolders.ts";
import { listSourcesToSyncAgain, listUnpausedSources } from "../db/tables/sources/sourceSync.ts";
import { MAX_FILES } from "../git/treeLimits.ts";
import type { Blobs } from "../index/blobs/blobs.ts";
import type { IndexBuilder } from "../index/build/builder.ts";
import { SYNC_SOURCE, type SyncSourceJob } from "../jobs/jobNames.ts";
import type { JobOptions, Queue } from "../jobs/Queue.ts";
import type { Quotas } from "../settings.ts";
import type { Sources } from "../sources/sourceTypes.ts";
import { findMirror } from "./repository/findMirror.ts";
import { createForgetJobs } from "./maintenance/forgetSource.ts";
import { GroupComparisons } from "./groups/GroupComparisons.ts";
import { Comparisons } from "./ledger/Comparisons.ts";
import { IndexRebuilds } from "./indexing/IndexRebuilds.ts";
import { DiskMeter } from "./quotas/DiskMeter.ts";
import type { DiskCheck } from "./quotas/diskReserve.ts";
import { MAX_SYNCS, MAX_SYNCS_PER_COMPANY, MAX_UPDATES, UPDATE_PRIORITY } from "./scheduling/fairShare.ts";
import { createSyncRunner } from "./run/runSync.ts";
import { type SourceCredentialsOptions, createSourceCredentials } from "./source/sourceCredentials.ts";
import type { SyncedSource } from "./source/SyncedSource.ts";
import { SyncJobs } from "./run/SyncJobs.ts";
import { DiskQuotaExceededError, SyncQuotas } from "./quotas/SyncQuotas.ts";
import { SyncMaintenance } from "./maintenance/SyncMaintenance.ts";
import { SyncScheduler } from "./scheduling/SyncScheduler.ts";
import type { SyncService } from "./SyncService.ts";
import { listTrackerFields } from "./tracker/listTrackerFields.ts";
import { refreshIssue } from "./tracker/refreshIssue.ts";

export interface SyncOptions extends SourceCredentialsOptions {
  readonly queue: Queue;
  readonly sources: Sources;
  readonly builder: IndexBuilder;
  readonly blobs: Blobs;
  /** For the operator's log. Without failures of a host, which are stored in the source's row. */
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
  readonly isWorker: boolean;
  /** The reason why the disk has no space for a sync. Left out: it always has. */
  readonly checkDisk?: DiskCheck;
  /** Milliseconds between two syncs of a source; 0: only on request. */
  readonly resyncIntervalMs: number;
  /** Files that one commit of a repository may have, or change. */
  readonly maxFiles?: number;
  /** Quotas of companies without their own values. Left out: none. */
  readonly quotas?: Quotas;
}

/** How many syncs run at the same time in this process, and how often a failed job is repeated. */
const JOB_OPTIONS: JobOptions = {
  concurrency: MAX_SYNCS,
  concurrencyPerGroup: MAX_SYNCS_PER_COMPANY,
  reserved: { concurrency: MAX_UPDATES, minPriority: UPDATE_PRIORITY },
  retryLimit: 5,
  retryDelaySeconds: 1,
};

/** Copies and indexes sources as jobs. Register before the queue starts; `start` after it. */
export function createSync(options: SyncOptions): SyncService {
  const { db, queue, builder, blobs, checkDisk, onError, isWorker, maxFiles = MAX_FILES } = options;
  const mutex = new KeyedMutex();
  const sources = withExclusiveMirrors(options.sources, mutex);
  const meter = new DiskMeter({ db, blobs, sources });
  const quotas = new SyncQuotas({ db, meter, defaults: options.quotas ?? NO_QUOTAS });
  const rebuilds = new IndexRebuilds({ db, builder, blobs, mutex });
  const credentials = createSourceCredentials(options);
  const scheduler = new SyncScheduler({ db, queue, quotas, onError });
  const requireDisk = async (source: SyncedSource): Promise<void> => {
    const reason = await quotas.checkWhileRunning(source);
    if (reason !== undefined) throw new DiskQuotaExceededError(reason);
  };
  const run = createSyncRunner({ db, sources, builder, blobs, credentials, maxFiles, requireDisk, rebuilds });
  const jobs = new SyncJobs({ db, sources, run, quotas, scheduler, requireDisk, checkDisk, onError });
  const shared = { ...options, sources, credentials };
  const mirrorOf: SyncService["mirrorOf"] = (sourceId, signal) => findMirror(shared, sourceId, signal);
  const requestSyncs = (ids: readonly string[]): Promise<void> => scheduler.enqueue(ids);
  const comparisons = new Comparisons({ ...shared, mirrorOf, requestSync: (id) => requestSyncs([id]) });
  jobs.onSynced((projectId) => afterSync(db, scheduler, comparisons, projectId));
  const forgetJobs = createForgetJobs({ db, queue, sources, jobs, meter, scheduler, rebuilds });
  const groups = new GroupComparisons({ ...shared, requestSync: requestSyncs, forget: forgetJobs.request });
  const maintenance = new SyncMaintenance({ ...options, sources, scheduler, quotas, jobs, forgetJobs, groups });

  return {
    onSynced: (listener) => jobs.onSynced(listener),
    register: () => {
      queue.register<SyncSourceJob>(SYNC_SOURCE, (request, job) => jobs.handle(request, job), JOB_OPTIONS);
      forgetJobs.register();
      comparisons.register();
      groups.register();
    },
    start: async () => {
      if (!isWorker) return;
      await maintenance.start();
      await comparisons.resume();
    },
    stop: () => {
      scheduler.stop();
      maintenance.stop();
    },
    sendQueued: (ids) => scheduler.send(ids),
    request: (ids, isManual = true) => scheduler.enqueue(ids, { isManual }),
    refreshIssue: async (sourceId, issue) => {
      const isRead = await refreshIssue(shared, sourceId, issue);
      await scheduler.enqueue([sourceId], { isManual: false });
      return isRead;
    },
    listFields: (sourceId) => listTrackerFields(shared, sourceId),
    pause: (sourceId) => Promise.resolve(jobs.withdraw(sourceId)),
    mirrorOf,
    compare: (sourceId) => comparisons.request(sourceId),
    compareGroup: (groupId) => groups.request(groupId),
    reportGroup: (groupId) => groups.report(groupId),
    compareDue: (projectId) => comparisons.requestDue(projectId),
    requestProject: async (projectId) =>
      scheduler.enqueue(await listUnpausedSources(db, projectId), { isFullCheck: true, isManual: true }),
    forget: (sourceIds) => forgetJobs.request(sourceIds),
  };
}

/**
 * What an importer sends while a sync runs requests none, and the running one may have read past it, as it may have read past what a webhook has
 * reported meanwhile; and it knows no field and no folder that was chosen since it began. Another sync follows.
 */
async function afterSync(db: Db, scheduler: SyncScheduler, comparisons: Comparisons, projectId: string): Promise<void> {
  await scheduler.enqueue(await listSourcesToSyncAgain(db, projectId));
  await scheduler.enqueue(await listUnreadImports(db, projectId));
  await scheduler.enqueue(await listSourcesWithOtherFields(db, projectId));
  await scheduler.enqueue(await listSourcesWithOtherFolders(db, projectId));
  await comparisons.afterSync(projectId);
}

/** Jobs other than a sync need mirrors too, and two fetches must not write to the same one. */
function withExclusiveMirrors(sources: Sources, mutex: KeyedMutex): Sources {
  return {
    ...sources,
    updateMirror: (sourceId, access, progress) =>
      mutex.runExclusive(`mirror ${sourceId}`, () => sources.updateMirror(sourceId, access, progress)),
    updateRefs: (sourceId, ...args) =>
      mutex.runExclusive(`mirror ${sourceId}`, () => sources.updateRefs(sourceId, ...args)),
    fetchListed: (sourceId, ...args) =>
      mutex.runExclusive(`mirror ${sourceId}`, () => sources.fetchListed(sourceId, ...args)),
    updateCommitGraph: (sourceId, signal) =>
      mutex.runExclusive(`mirror ${sourceId}`, () => sources.updateCommitGraph(sourceId, signal)),
  };
}
