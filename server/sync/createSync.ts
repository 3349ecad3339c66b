import { stat } from "node:fs/promises";
import { MINUTE_MS } from "../../contract/durations.ts";
import { NO_QUOTAS } from "../access/quotas.ts";
import { KeyedMutex } from "../concurrency.ts";
import { isOutage } from "../db/databaseErrors.ts";
import { findCompanyOfProject } from "../db/tables/projects.ts";
import { listUnpausedSources } from "../db/tables/sourceSync.ts";
import { MAX_FILES } from "../git/treeLimits.ts";
import type { Blobs } from "../index/blobs/blobs.ts";
import type { IndexBuilder } from "../index/build/builder.ts";
import { withoutSource } from "../index/manifest.ts";
import { SYNC_SOURCE, type SyncSourceJob } from "../jobs/jobNames.ts";
import type { Queue } from "../jobs/Queue.ts";
import type { Quotas } from "../settings.ts";
import type { Sources } from "../sources/createSources.ts";
import { createRebuilds } from "./createRebuilds.ts";
import { DiskMeter } from "./DiskMeter.ts";
import type { DiskCheck } from "./diskReserve.ts";
import { MAX_SYNCS, MAX_SYNCS_PER_COMPANY, MAX_UPDATES, UPDATE_PRIORITY } from "./fairShare.ts";
import { deleteOrphanedMirrors, deleteUnreferencedBlobs } from "./garbageCollection.ts";
import { createSyncRunner } from "./runSync.ts";
import { type SourceCredentialsOptions, createSourceCredentials } from "./sourceCredentials.ts";
import { swapManifest } from "./storedManifest.ts";
import { type SyncedSource, findSource } from "./SyncedSource.ts";
import { createSyncJobs } from "./syncJobs.ts";
import { DiskQuotaExceededError, SyncQuotas } from "./SyncQuotas.ts";
import { SyncScheduler } from "./SyncScheduler.ts";
import type { SyncService } from "./SyncService.ts";

export interface SyncOptions extends SourceCredentialsOptions {
  readonly queue: Queue;
  readonly sources: Sources;
  readonly builder: IndexBuilder;
  readonly blobs: Blobs;
  /** For the operator's log. Failures of a host are excluded: they are stored in the source's row. */
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
  readonly isWorker: boolean;
  /** The reason why the disk has no space for a sync. Left out: it always has. */
  readonly checkDisk?: DiskCheck;
  /** Milliseconds between two syncs of a source; 0: only on request. */
  readonly resyncIntervalMs: number;
  /** Files that one commit of a repository may have, or change. */
  readonly maxFiles?: number;
  /** Of companies without their own values. Left out: none. */
  readonly quotas?: Quotas;
}

/** Copies and indexes sources as jobs. Register before the queue starts; `start` after it. */
export function createSync(options: SyncOptions): SyncService {
  const { db, queue, builder, blobs } = options;
  const mutex = new KeyedMutex();
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;

  /** A job that needs the mirror may begin while a sync brings it up to date: they must not write to it together. */
  const sources: Sources = {
    ...options.sources,
    updateMirror: (sourceId, given, progress) =>
      mutex.runExclusive(`mirror ${sourceId}`, () => options.sources.updateMirror(sourceId, given, progress)),
    updateRefs: (sourceId, ...given) =>
      mutex.runExclusive(`mirror ${sourceId}`, () => options.sources.updateRefs(sourceId, ...given)),
  };
  const meter = new DiskMeter({ db, blobs, mirrorFolder: (id) => options.sources.mirrorFolder(id) });
  const quotas = new SyncQuotas({ db, meter, defaults: options.quotas ?? NO_QUOTAS });
  const { rebuildIssues, rebuildPages } = createRebuilds({ db, builder, blobs, mutex });

  const credentials = createSourceCredentials(options);
  const scheduler = new SyncScheduler({ db, queue, quotas, onError: options.onError });
  const requireDisk = async (source: SyncedSource): Promise<void> => {
    const reason = await quotas.checkWhileRunning(source);
    if (reason !== undefined) throw new DiskQuotaExceededError(reason);
  };
  const run = createSyncRunner({
    db,
    sources,
    builder,
    blobs,
    credentials,
    maxFiles: options.maxFiles ?? MAX_FILES,
    requireDisk,
    rebuildIssues,
    rebuildPages,
  });
  const { checkDisk, onError } = options;
  const jobs = createSyncJobs({ db, sources, run, quotas, scheduler, requireDisk, checkDisk, onError });

  const tick = async (): Promise<void> => {
    try {
      ticks += 1;
      await scheduler.resume();
      await quotas.measureMissing();
      if (options.resyncIntervalMs > 0) await scheduler.resync(options.resyncIntervalMs);
      if (ticks % 60 !== 0) return;
      await deleteUnreferencedBlobs(db, blobs);
      await deleteOrphanedMirrors(db, sources, (id) => jobs.isRunning(id));
    } catch (error) {
      options.onError(error, {});
    }
  };

  return {
    onSynced: (listener) => {
      jobs.onSynced(listener);
    },
    register: () => {
      queue.register<SyncSourceJob>(SYNC_SOURCE, (request, job) => jobs.handle(request, job), {
        concurrency: MAX_SYNCS,
        concurrencyPerGroup: MAX_SYNCS_PER_COMPANY,
        reserved: { concurrency: MAX_UPDATES, minPriority: UPDATE_PRIORITY },
        retryLimit: 5,
        retryDelaySeconds: 1,
      });
    },
    start: async () => {
      if (!options.isWorker) return;
      // A failure here is met again by the next round, and must not keep everything else from starting.
      await scheduler.resume().catch((error: unknown) => {
        if (isOutage(error)) throw error;
        options.onError(error, {});
      });
      timer = setInterval(() => void tick(), MINUTE_MS);
    },
    stop: () => {
      scheduler.stop();
      clearInterval(timer);
    },
    request: (ids, isManual = true) => scheduler.enqueue(ids, { isManual }),
    pause: async (sourceId) => {
      jobs.abort(sourceId, new Error("Paused."));
    },
    mirrorOf: async (sourceId, signal) => {
      const folder = sources.mirrorFolder(sourceId);
      if (await stat(folder).catch(() => null)) return folder;
      const source = await findSource(db, sourceId);
      if (source?.kind === "repository") {
        const { provider, url } = source;
        await sources.updateMirror(sourceId, { provider, url, credential: await credentials.open(source) }, { signal });
      }
      return folder;
    },
    requestProject: async (projectId) => {
      await scheduler.enqueue(await listUnpausedSources(db, projectId), { isFullCheck: true, isManual: true });
    },
    forget: async ({ id, projectId, kind }) => {
      jobs.abort(id);
      await sources.removeMirror(id);
      const isThere = await swapManifest(db, projectId, (manifest) => withoutSource(manifest, id));
      if (isThere && kind === "tracker") await rebuildIssues(projectId, new AbortController().signal);
      if (isThere && kind === "wiki") await rebuildPages(projectId, new AbortController().signal);
      await meter.measureIndex(projectId);
      const companyId = await findCompanyOfProject(db, projectId);
      if (companyId !== undefined) await scheduler.wake(companyId);
    },
  };
}
