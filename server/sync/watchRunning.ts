import type { Db } from "../db/openDb.ts";
import { DiskQuotaFull } from "./companyQuotas.ts";
import { DiskNearlyFull, type LookAtDisk } from "./diskReserve.ts";
import { findSource } from "./SyncedSource.ts";

/** How soon a sync notices what happened outside of it. */
const LOOK_EVERY = 2000;

export interface WatchOptions {
  readonly db: Db;
  readonly sourceId: string;
  /** Aborted with the reason. */
  readonly sync: AbortController;
  readonly lookAtDisk: LookAtDisk | undefined;
  /** @throws DiskQuotaFull */
  readonly requireDisk: () => Promise<void>;
}

/**
 * Stops a running sync whose source was paused or removed, by whichever process, or that leaves too little of the disk.
 * @returns ends the watch, after the last measurement
 */
export function watchRunning({ db, sourceId, sync, lookAtDisk, requireDisk }: WatchOptions): () => Promise<void> {
  let measuring: Promise<void> | undefined;
  const look = setInterval(() => {
    findSource(db, sourceId).then(
      (now) => {
        if (!now || now.isPaused) sync.abort(new Error("Paused or removed."));
      },
      () => undefined,
    );
    void lookAtDisk?.().then((reason) => {
      if (reason !== undefined) sync.abort(new DiskNearlyFull(reason));
    });
    measuring ??= requireDisk()
      .catch((error: unknown) => {
        // A database that is away is met by the sync itself.
        if (error instanceof DiskQuotaFull) sync.abort(error);
      })
      .finally(() => {
        measuring = undefined;
      });
  }, LOOK_EVERY);
  return async () => {
    clearInterval(look);
    await measuring;
  };
}
