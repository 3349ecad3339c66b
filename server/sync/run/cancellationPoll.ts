import { connectionStopReason } from "../../access/connectionOwner.ts";
import type { Db } from "../../db/openDb.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { DiskQuotaExceededError } from "../quotas/SyncQuotas.ts";
import { DiskNearlyFullError, type DiskCheck } from "../quotas/diskReserve.ts";
import { findSource, type SyncedSource } from "../source/SyncedSource.ts";

/** How soon a sync notices what happened outside of it. */
const POLL_INTERVAL_MS = 2000;

export interface CancellationPollOptions {
  readonly db: Db;
  readonly source: SyncedSource;
  /** Aborted with the reason. */
  readonly sync: AbortController;
  readonly checkDisk: DiskCheck | undefined;
  /** @throws DiskQuotaExceededError */
  readonly requireDisk: () => Promise<void>;
}

/** Another process may have paused or removed the source, and the owner of its connected account may have left the project. */
async function checkSource(
  db: Db,
  { id, projectId, connectionId }: SyncedSource,
  sync: AbortController,
): Promise<void> {
  const now = await findSource(db, id);
  if (!now || now.isPaused) sync.abort(new Error("Paused or removed."));
  if (connectionId === null) return;
  const reason = await connectionStopReason(db, { projectId, connectionId });
  if (reason !== null) sync.abort(new SourceError("unauthorized", reason));
}

/**
 * Stops a running sync whose source was paused or removed, whose connected account may not be used any more, or that leaves too little of the disk.
 * @returns ends the watch, after the last measurement
 */
export function startCancellationPoll({
  db,
  source,
  sync,
  checkDisk,
  requireDisk,
}: CancellationPollOptions): () => Promise<void> {
  let measuring: Promise<void> | undefined;
  const look = setInterval(() => {
    void checkSource(db, source, sync).catch(() => undefined);
    void checkDisk?.().then((reason) => {
      if (reason !== undefined) sync.abort(new DiskNearlyFullError(reason));
    });
    measuring ??= requireDisk()
      .catch((error: unknown) => {
        // The sync itself reports an unreachable database.
        if (error instanceof DiskQuotaExceededError) sync.abort(error);
      })
      .finally(() => {
        measuring = undefined;
      });
  }, POLL_INTERVAL_MS);
  return async () => {
    clearInterval(look);
    await measuring;
  };
}
