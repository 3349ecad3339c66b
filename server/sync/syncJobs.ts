import { rm } from "node:fs/promises";
import { MINUTE_MS } from "../../contract/durations.ts";
import { isCollision, isOutage } from "../db/databaseErrors.ts";
import type { Db } from "../db/openDb.ts";
import { DISK_FULL } from "../errors.ts";
import type { SyncSourceJob } from "../jobs/jobNames.ts";
import { type Message, message } from "../messages/messages.ts";
import type { Sources } from "../sources/createSources.ts";
import { removeLeftovers } from "../sources/git/mirror.ts";
import { SourceError, findSourceError } from "../sources/SourceError.ts";
import { startCancellationPoll } from "./cancellationPoll.ts";
import { DiskNearlyFullError, type DiskCheck } from "./diskReserve.ts";
import type { SyncRunner } from "./runSync.ts";
import { storageFailure } from "./storageFailure.ts";
import { readManifest } from "./storedManifest.ts";
import { type SyncedSource, findSource } from "./SyncedSource.ts";
import { SyncProgress } from "./SyncProgress.ts";
import { DiskQuotaExceededError, type SyncQuotas } from "./SyncQuotas.ts";
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

interface StartedSync {
  readonly source: SyncedSource;
  readonly progress: SyncProgress;
  /** Aborted when the sync must end, with the reason. */
  readonly removed: AbortController;
  readonly job: Job;
  readonly unwatch: () => Promise<void>;
}

/** The syncs of this process: whether one may begin, and what is stored of its end. */
export interface SyncJobs {
  handle(request: SyncSourceJob, job: Job): Promise<void>;
  /** Calls back after each whole sync of a source of a project. */
  onSynced(listener: (projectId: string) => Promise<void>): void;
  isRunning(sourceId: string): boolean;
  /** Interrupts a sync that runs in this process. */
  abort(sourceId: string, reason?: Error): void;
}

/** Milliseconds until a sync that filled the disk is tried again. */
const DISK_FULL_RETRY_MS = 10 * MINUTE_MS;

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
  /** Sources whose sync filled the disk: they would fill it again at once. */
  const waitUntil = new Map<string, { readonly time: number; readonly reason: Message }>();

  /** Removes what a stopped sync was writing, and a copy of which nothing can be read yet. */
  const removePartialCopy = async ({ id, projectId, kind }: SyncedSource): Promise<void> => {
    if (kind !== "repository") return;
    const { code } = await readManifest(db, projectId);
    const folder = sources.mirrorFolder(id);
    if (!code.some((part) => part.source === id)) await sources.removeMirror(id);
    else {
      for (const rest of [".part", ".source"]) await rm(folder + rest, { recursive: true, force: true });
      await removeLeftovers(folder);
    }
  };

  /** Whether a sync has made progress, judged by its cursor. */
  const hasCursorMoved = async (source: SyncedSource): Promise<boolean> =>
    JSON.stringify((await findSource(db, source.id))?.cursor) !== JSON.stringify(source.cursor);

  /** Stores why a sync ended early: it waits, continues later, or has failed. @throws the error when the queue retries the job */
  const settleFailure = async (
    { source, progress, removed, job, unwatch }: StartedSync,
    error: unknown,
  ): Promise<void> => {
    const sourceId = source.id;
    if (!(await findSource(db, sourceId))) return;
    const reason: unknown = removed.signal.reason;
    if (reason instanceof DiskNearlyFullError) {
      // The partial copy filled it, and cannot be used.
      await rm(`${sources.mirrorFolder(sourceId)}.part`, { recursive: true, force: true });
      waitUntil.set(sourceId, { time: performance.now() + DISK_FULL_RETRY_MS, reason: reason.text });
      await progress.wait(reason.text);
      return;
    }
    const beyond = [reason, error].find((one) => one instanceof DiskQuotaExceededError);
    if (beyond) {
      await unwatch();
      await quotas.onStopped(source, () => removePartialCopy(source));
      await progress.wait(beyond.text, "disk");
      return;
    }
    if (removed.signal.aborted && !(reason instanceof SourceError)) {
      await progress.postpone();
      return;
    }
    if (job.signal.aborted) {
      await progress.postpone();
      throw error;
    }
    const known = reason instanceof SourceError ? reason : findSourceError(error);
    if (!known && (isOutage(error) || isCollision(error))) {
      // Not the source's fault, and temporary: the job is retried, and the source is shown as waiting.
      await progress.postpone();
      throw error;
    }
    const stored = known ? undefined : storageFailure(error);
    if (stored?.isTriedAgain) {
      await progress.wait(stored.text);
      throw error;
    }
    if (!known) onError(error, { sourceId });
    if (stored?.text.code === DISK_FULL.code) {
      waitUntil.set(sourceId, { time: performance.now() + DISK_FULL_RETRY_MS, reason: stored.text });
      await progress.wait(stored.text);
      return;
    }
    await progress.fail(known?.text ?? stored?.text ?? message("sync.failed"), known?.code ?? null);
  };

  const handle = async (request: SyncSourceJob, job: Job): Promise<void> => {
    const { sourceId } = request;
    const source = await findSource(db, sourceId);
    if (!source || source.isPaused) return;
    const full = await checkDisk?.();
    const delayed = waitUntil.get(sourceId);
    // The user who requests a sync may have freed space.
    const reason =
      full ?? (delayed && delayed.time > performance.now() && !request.isManual ? delayed.reason : undefined);
    if (reason !== undefined) {
      await new SyncProgress(db, source).wait(reason);
      return;
    }
    waitUntil.delete(sourceId);
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
      await quotas.onEnded(source, { isWhole, hasNewRows: await hasCursorMoved(source) });
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
