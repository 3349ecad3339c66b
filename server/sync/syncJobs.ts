import { isOutage } from "../db/databaseErrors.ts";
import type { Db } from "../db/openDb.ts";
import type { SyncSourceJob } from "../jobs/jobNames.ts";
import type { Sources } from "../sources/createSources.ts";
import { startCancellationPoll } from "./cancellationPoll.ts";
import type { DiskCheck } from "./diskReserve.ts";
import type { SyncRunner } from "./runSync.ts";
import { type SyncDelays, createFailureSettler } from "./settleFailure.ts";
import { type SyncedSource, findSource } from "./SyncedSource.ts";
import { SyncProgress } from "./SyncProgress.ts";
import type { SyncQuotas } from "./SyncQuotas.ts";
import type { SyncScheduler } from "./SyncScheduler.ts";

export interface SyncJobsOptions {
  readonly db: Db;
  readonly sources: Sources;
  readonly run: SyncRunner;
  readonly quotas: SyncQuotas;
  readonly scheduler: SyncScheduler;
  /** @throws DiskQuotaExceededError */
  readonly requireDisk: (source: SyncedSource) => Promise<void>;
  readonly checkDisk: DiskCheck | undefined;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

type Job = { readonly signal: AbortSignal };

/** The syncs of this process: whether one may begin, and what is stored of its end. */
export interface SyncJobs {
  handle(request: SyncSourceJob, job: Job): Promise<void>;
  /** Calls back after each whole sync of a source of a project. */
  onSynced(listener: (projectId: string) => Promise<void>): void;
  isRunning(sourceId: string): boolean;
  /** Interrupts a sync that runs in this process. */
  abort(sourceId: string, reason?: Error): void;
}

/** Whether a sync has made progress, judged by its cursor. */
const hasCursorMoved = async (db: Db, source: SyncedSource): Promise<boolean> =>
  JSON.stringify((await findSource(db, source.id))?.cursor) !== JSON.stringify(source.cursor);

export function createSyncJobs({
  db,
  sources,
  run,
  quotas,
  scheduler,
  requireDisk,
  checkDisk,
  onError,
}: SyncJobsOptions): SyncJobs {
  const running = new Map<string, AbortController>();
  const syncedListeners: ((projectId: string) => Promise<void>)[] = [];
  const delays: SyncDelays = new Map();

  const settleFailure = createFailureSettler({ db, sources, quotas, onError, delays });

  const handle = async (request: SyncSourceJob, job: Job): Promise<void> => {
    const { sourceId } = request;
    const source = await findSource(db, sourceId);
    if (!source || source.isPaused) return;
    const full = await checkDisk?.();
    const delayed = delays.get(sourceId);
    // The user who requests a sync may have freed space.
    const reason =
      full ?? (delayed && delayed.time > performance.now() && !request.isManual ? delayed.reason : undefined);
    if (reason !== undefined) {
      await new SyncProgress(db, source).wait(reason);
      return;
    }
    delays.delete(sourceId);
    const refused = await quotas.admit(source, request.isManual ?? false);
    if (refused) {
      await new SyncProgress(db, source).wait(refused.reason, refused.waitsFor);
      // A place may have become free between the two statements.
      if (refused.waitsFor === "syncs" && (await quotas.hasFreeSlot(source.companyId)))
        await scheduler.wake(source.companyId);
      return;
    }
    const removed = new AbortController();
    running.set(sourceId, removed);
    const signal = AbortSignal.any([job.signal, removed.signal]);
    const progress = new SyncProgress(db, source);
    let isWhole = false;
    const unwatch = startCancellationPoll({
      db,
      source,
      sync: removed,
      checkDisk,
      requireDisk: () => requireDisk(source),
    });
    try {
      await progress.begin();
      await progress.finish(await run(source, progress, signal, request));
      isWhole = true;
      // The sync is done, even if a listener fails.
      for (const listener of syncedListeners) {
        await listener(source.projectId).catch((error: unknown) => {
          onError(error, { sourceId });
        });
      }
    } catch (error) {
      await settleFailure({ source, progress, removed, job, unwatch }, error);
    } finally {
      await unwatch();
      running.delete(sourceId);
      if (!(await findSource(db, sourceId).catch(() => source))) await sources.removeMirror(sourceId);
      // At a stop nothing else begins, and the next sync measures.
      if (!job.signal.aborted) {
        await afterSync(source, isWhole).catch((error: unknown) => {
          if (!isOutage(error)) onError(error, { sourceId });
        });
      }
    }
  };

  /** Measures what a sync has left, and begins what waited for its place. */
  const afterSync = async (source: SyncedSource, isWhole: boolean): Promise<void> => {
    try {
      await quotas.onEnded(source, { isWhole, hasNewRows: await hasCursorMoved(db, source) });
    } finally {
      await scheduler.wake(source.companyId);
    }
  };

  return {
    handle,
    onSynced: (listener) => {
      syncedListeners.push(listener);
    },
    isRunning: (sourceId) => running.has(sourceId),
    abort: (sourceId, reason) => running.get(sourceId)?.abort(reason),
  };
}
