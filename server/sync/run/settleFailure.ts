import { rm } from "node:fs/promises";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { isCollision, isOutage } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import { DISK_FULL } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { removeLeftovers } from "../../sources/git/mirror.ts";
import { SourceError, findSourceError } from "../../sources/SourceError.ts";
import { DiskNearlyFullError } from "../quotas/diskReserve.ts";
import { storageFailure } from "./storageFailure.ts";
import { readManifest } from "../store/storedManifest.ts";
import { type SyncedSource, findSource } from "../source/SyncedSource.ts";
import type { SyncProgress } from "../source/SyncProgress.ts";
import { DiskQuotaExceededError, type SyncQuotas } from "../quotas/SyncQuotas.ts";

/** Milliseconds until a sync that filled the disk is tried again. */
const DISK_FULL_RETRY_MS = 10 * MINUTE_MS;

/** When the sync of a source may begin again, by `performance.now()`: one that filled the disk would fill it again at once. */
export type SyncDelays = Map<string, { readonly time: number; readonly reason: Message }>;

export interface StartedSync {
  readonly source: SyncedSource;
  readonly progress: SyncProgress;
  /** Aborted when the sync must end, with the reason. */
  readonly removed: AbortController;
  readonly job: { readonly signal: AbortSignal };
  readonly unwatch: () => Promise<void>;
}

export interface FailureSettlerDeps {
  readonly db: Db;
  readonly sources: Sources;
  readonly quotas: SyncQuotas;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
  readonly delays: SyncDelays;
}

/** Stores why a sync ended early: it waits, continues later, or has failed. @throws the error when the queue retries the job */
export function createFailureSettler({
  db,
  sources,
  quotas,
  onError,
  delays,
}: FailureSettlerDeps): (sync: StartedSync, error: unknown) => Promise<void> {
  const waitForDisk = async ({ source, progress }: StartedSync, reason: Message): Promise<void> => {
    delays.set(source.id, { time: performance.now() + DISK_FULL_RETRY_MS, reason });
    await progress.wait(reason);
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

  return async (sync, error) => {
    const { source, progress, removed, job, unwatch } = sync;
    if (!(await findSource(db, source.id))) return;
    const reason: unknown = removed.signal.reason;
    if (reason instanceof DiskNearlyFullError) {
      // The partial copy filled it, and cannot be used.
      await rm(`${sources.mirrorFolder(source.id)}.part`, { recursive: true, force: true });
      await waitForDisk(sync, reason.text);
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
    if (!known) onError(error, { sourceId: source.id });
    if (stored?.text.code === DISK_FULL.code) await waitForDisk(sync, stored.text);
    else await progress.fail(known?.text ?? stored?.text ?? message("sync.failed"), known?.code ?? null);
  };
}
