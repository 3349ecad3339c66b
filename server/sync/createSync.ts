import { MINUTE_MS } from "../../contract/durations.ts";
import { rm, stat } from "node:fs/promises";
import { DISK_FULL } from "../errors.ts";
import { isCollision, isOutage } from "../db/databaseErrors.ts";
import type { SourceNote } from "../db/schema.ts";
import { findCompanyOfProject } from "../db/tables/projects.ts";
import { listUnpausedSources, updateSourceNotes } from "../db/tables/sourceSync.ts";
import { withoutSource } from "../index/manifest.ts";
import type { Blobs } from "../index/blobs/blobs.ts";
import type { IndexBuilder } from "../index/build/builder.ts";
import type { Queue } from "../jobs/Queue.ts";
import { MAX_FILES } from "../git/treeLimits.ts";
import { SYNC_SOURCE, type SyncSourceJob } from "../jobs/jobNames.ts";
import { NO_QUOTAS } from "../access/quotas.ts";
import type { Quotas } from "../settings.ts";
import { removeLeftovers } from "../sources/git/mirror.ts";
import { SourceError, findSourceError } from "../sources/SourceError.ts";
import type { SourceAccess, Sources, StoredCredential } from "../sources/createSources.ts";
import { deleteUnreferencedBlobs, deleteOrphanedMirrors } from "./garbageCollection.ts";
import { createRebuilds } from "./createRebuilds.ts";
import { DiskNearlyFullError, type DiskCheck } from "./diskReserve.ts";
import { SyncQuotas, DiskQuotaExceededError } from "./SyncQuotas.ts";
import { DiskMeter } from "./DiskMeter.ts";
import { storageFailure } from "./storageFailure.ts";
import { MAX_SYNCS_PER_COMPANY, MAX_SYNCS } from "./fairShare.ts";
import { dropMissingParts, readManifest, swapManifest } from "./storedManifest.ts";
import { type SyncedSource, findSource } from "./SyncedSource.ts";
import { type SourceCredentialsOptions, createSourceCredentials } from "./sourceCredentials.ts";
import { SyncScheduler } from "./SyncScheduler.ts";
import { SyncProgress } from "./SyncProgress.ts";
import type { SyncService } from "./SyncService.ts";
import { syncRepository } from "./syncRepository.ts";
import { syncTracker } from "./syncTracker.ts";
import { syncWiki } from "./syncWiki.ts";
import type { SyncContext } from "./SyncContext.ts";
import { startCancellationPoll } from "./cancellationPoll.ts";
import { KeyedMutex } from "../concurrency.ts";
import { type Message, message } from "../messages/messages.ts";

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
  /** Of companies without values of their own. Left out: none. */
  readonly quotas?: Quotas;
}

/** Milliseconds until a sync that filled the disk is tried again. */
const DISK_FULL_RETRY_MS = 10 * MINUTE_MS;

/** Copies and indexes sources as jobs. Register before the queue starts; `start` after it. */
export function createSync(options: SyncOptions): SyncService {
  const { db, queue, builder, blobs } = options;
  const running = new Map<string, AbortController>();
  const syncedListeners: ((projectId: string) => Promise<void>)[] = [];
  const mutex = new KeyedMutex();
  /** Sources whose sync filled the disk: they would fill it again at once. */
  const waitUntil = new Map<string, { readonly time: number; readonly reason: Message }>();
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;

  /** A job that needs the mirror may begin while a sync brings it up to date: they must not write to it together. */
  const sources: Sources = {
    ...options.sources,
    updateMirror: (sourceId, given, progress) =>
      mutex.runExclusive(`mirror ${sourceId}`, () => options.sources.updateMirror(sourceId, given, progress)),
  };
  const meter = new DiskMeter({ db, blobs, mirrorFolder: (id) => options.sources.mirrorFolder(id) });
  const quotas = new SyncQuotas({ db, meter, defaults: options.quotas ?? NO_QUOTAS });
  const { rebuildIssues, rebuildPages } = createRebuilds({ db, builder, blobs, turns: mutex });

  const credentials = createSourceCredentials(options);
  const scheduler = new SyncScheduler({ db, queue, quotas, onError: options.onError });

  const runSync = async (
    source: SyncedSource,
    progress: SyncProgress,
    signal: AbortSignal,
    { isThorough = false, isAsked = false }: SyncSourceJob,
  ): Promise<number> => {
    await dropMissingParts(db, blobs, source.projectId);
    const given = (credential: StoredCredential | null): SourceAccess => ({
      provider: source.provider,
      url: source.url,
      credential,
      readsRestricted: source.restrictedChoice !== null,
    });
    const notes: SourceNote[] = [];
    let present = given(await credentials.open(source));
    const all: SyncContext = {
      db,
      sources: {
        ...sources,
        updateMirror: async (...given) => {
          const mirrored = await sources.updateMirror(...given);
          // A fast copy ends before the periodic check of the disk.
          await requireDisk(source);
          return mirrored;
        },
      },
      builder,
      progress,
      signal,
      isFullCheck: isThorough,
      isManual: isAsked,
      maxFiles: options.maxFiles ?? MAX_FILES,
      get access() {
        return present;
      },
      refreshCredentials: async () => {
        const credential = await credentials.renew(source);
        if (!credential) return false;
        present = given(credential);
        return true;
      },
      addNote: (note) => {
        if (!notes.some(({ code }) => code === note.code)) notes.push(note);
      },
      rebuildIssues,
      rebuildPages,
      blobs,
    };
    const sync = { repository: syncRepository, tracker: syncTracker, wiki: syncWiki }[source.kind];
    const items = await sync(source, all);
    await updateSourceNotes(db, source.id, notes);
    return items;
  };

  const requireDisk = async (source: SyncedSource): Promise<void> => {
    const reason = await quotas.checkWhileRunning(source);
    if (reason !== undefined) throw new DiskQuotaExceededError(reason);
  };

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

  const handle = async (asked: SyncSourceJob, job: { readonly signal: AbortSignal }): Promise<void> => {
    const { sourceId } = asked;
    const source = await findSource(db, sourceId);
    if (!source || source.isPaused) return;
    const full = await options.checkDisk?.();
    const delayed = waitUntil.get(sourceId);
    // The user who requests a sync may have freed space.
    const reason = full ?? (delayed && delayed.time > performance.now() && !asked.isAsked ? delayed.reason : undefined);
    if (reason !== undefined) {
      await new SyncProgress(db, source).wait(reason);
      return;
    }
    waitUntil.delete(sourceId);
    const refused = await quotas.admit(source, asked.isAsked ?? false);
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
    const { checkDisk } = options;
    const unwatch = startCancellationPoll({
      db,
      source,
      sync: removed,
      checkDisk,
      requireDisk: () => requireDisk(source),
    });
    try {
      await progress.begin();
      await progress.finish(await runSync(source, progress, signal, asked));
      isWhole = true;
      // The sync is done, whatever becomes of what follows it.
      for (const listener of syncedListeners) {
        await listener(source.projectId).catch((error: unknown) => {
          options.onError(error, { sourceId });
        });
      }
    } catch (error) {
      if (!(await findSource(db, sourceId))) return;
      const reason: unknown = removed.signal.reason;
      if (reason instanceof DiskNearlyFullError) {
        // The part of a copy is what filled it, and is of no use.
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
      if (!known) options.onError(error, { sourceId });
      if (stored?.text.code === DISK_FULL.code) {
        waitUntil.set(sourceId, { time: performance.now() + DISK_FULL_RETRY_MS, reason: stored.text });
        await progress.wait(stored.text);
        return;
      }
      await progress.fail(known?.text ?? stored?.text ?? message("sync.failed"), known?.code ?? null);
    } finally {
      await unwatch();
      running.delete(sourceId);
      if (!(await findSource(db, sourceId).catch(() => source))) await sources.removeMirror(sourceId);
      // At a stop nothing else begins, and the next sync measures.
      if (!job.signal.aborted) {
        await afterSync(source, isWhole).catch((error: unknown) => {
          if (!isOutage(error)) options.onError(error, { sourceId });
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

  const tick = async (): Promise<void> => {
    try {
      ticks += 1;
      await scheduler.resume();
      await quotas.measureMissing();
      if (options.resyncIntervalMs > 0) await scheduler.resync(options.resyncIntervalMs);
      if (ticks % 60 !== 0) return;
      await deleteUnreferencedBlobs(db, blobs);
      await deleteOrphanedMirrors(db, sources, (id) => running.has(id));
    } catch (error) {
      options.onError(error, {});
    }
  };

  return {
    onSynced: (listener) => {
      syncedListeners.push(listener);
    },
    register: () => {
      queue.register<SyncSourceJob>(SYNC_SOURCE, handle, {
        concurrency: MAX_SYNCS,
        concurrencyPerGroup: MAX_SYNCS_PER_COMPANY,
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
    request: (ids, isAsked = true) => scheduler.enqueue(ids, { isAsked }),
    pause: async (sourceId) => {
      running.get(sourceId)?.abort(new Error("Paused."));
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
      await scheduler.enqueue(await listUnpausedSources(db, projectId), { isThorough: true, isAsked: true });
    },
    forget: async ({ id, projectId, kind }) => {
      running.get(id)?.abort();
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
