import { installationStopReason } from "../../access/appInstallations.ts";
import { connectionStopReason } from "../../access/connectionOwner.ts";
import type { Db } from "../../db/openDb.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { DiskNearlyFullError, type DiskCheck } from "../quotas/diskReserve.ts";
import { DiskQuotaExceededError } from "../quotas/SyncQuotas.ts";
import { findSource, type SyncedSource } from "../source/SyncedSource.ts";
import { SourceWithdrawnError, type SyncStop } from "./SyncStop.ts";

const POLL_INTERVAL_MS = 2000;

export interface CancellationPollOptions {
  readonly db: Db;
  readonly source: SyncedSource;
  readonly stop: SyncStop;
  readonly checkDisk: DiskCheck | undefined;
  /** @throws DiskQuotaExceededError */
  readonly requireDisk: (source: SyncedSource) => Promise<void>;
}

/**
 * Stops a running sync whose source was paused or removed, whose connected account or installation may not be used any more, or for which the disk or the
 * quota has no space left.
 * @returns ends the poll, after the measurement in progress
 */
export function startCancellationPoll(options: CancellationPollOptions): () => Promise<void> {
  let measuring: Promise<void> | undefined;
  const timer = setInterval(() => {
    void checkSource(options).catch(() => undefined);
    void checkFreeSpace(options);
    measuring ??= checkQuota(options).finally(() => {
      measuring = undefined;
    });
  }, POLL_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await measuring;
  };
}

/** Another process may have paused or removed the source, the owner of its connected account may have left the project, and its app may have been removed. */
async function checkSource({ db, source, stop }: CancellationPollOptions): Promise<void> {
  const { id, projectId, companyId, connectionId, installationId } = source;
  const now = await findSource(db, id);
  if (!now || now.isPaused) stop.stop(new SourceWithdrawnError("Paused or removed."));
  if (installationId !== null) {
    const reason = await installationStopReason(db, { companyId, installationId });
    if (reason !== null) stop.stop(new SourceError("unauthorized", reason));
  }
  if (connectionId === null) return;
  const reason = await connectionStopReason(db, { projectId, connectionId });
  if (reason !== null) stop.stop(new SourceError("unauthorized", reason));
}

async function checkFreeSpace({ checkDisk, stop }: CancellationPollOptions): Promise<void> {
  const reason = await checkDisk?.();
  if (reason !== undefined) stop.stop(new DiskNearlyFullError(reason));
}

async function checkQuota({ requireDisk, source, stop }: CancellationPollOptions): Promise<void> {
  try {
    await requireDisk(source);
  } catch (error) {
    // The sync itself reports an unreachable database.
    if (error instanceof DiskQuotaExceededError) stop.stop(error);
  }
}
