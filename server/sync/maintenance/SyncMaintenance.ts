import { MINUTE_MS } from "../../../contract/durations.ts";
import { isOutage } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import { insertOrphanedParts } from "../../db/tables/removedSources.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { deleteOrphanedMirrors, deleteUnreferencedBlobs } from "../store/garbageCollection.ts";
import type { ForgetJobs } from "./forgetSource.ts";
import type { SyncJobs } from "../run/SyncJobs.ts";
import type { SyncQuotas } from "../quotas/SyncQuotas.ts";
import type { SyncScheduler } from "../scheduling/SyncScheduler.ts";

export interface SyncMaintenanceDeps {
  readonly db: Db;
  readonly sources: Sources;
  readonly blobs: Blobs;
  readonly scheduler: SyncScheduler;
  readonly quotas: SyncQuotas;
  readonly jobs: SyncJobs;
  readonly forgetJobs: ForgetJobs;
  /** Milliseconds between two syncs of a source; 0: only on request. */
  readonly resyncIntervalMs: number;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

/** Minutes between two garbage collections. */
const GARBAGE_COLLECTION_TICKS = 60;

/** What a worker does every minute: interrupted and regular syncs, removed sources, measurements, and garbage collection once an hour. */
export class SyncMaintenance {
  readonly #deps: SyncMaintenanceDeps;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;

  constructor(deps: SyncMaintenanceDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { scheduler, forgetJobs, onError } = this.#deps;
    const onFailure = (error: unknown): void => {
      if (isOutage(error)) throw error;
      onError(error, {});
    };
    // The next tick retries it, so a failure does not stop the start.
    await scheduler.resume().catch(onFailure);
    await forgetJobs.resume().catch(onFailure);
    // Only now: sources that all fail would otherwise be asked every minute.
    await scheduler.rebuildIndexes().catch(onFailure);
    this.#timer = setInterval(() => void this.#tick().catch((error: unknown) => onError(error, {})), MINUTE_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    const { db, sources, blobs, scheduler, quotas, jobs, forgetJobs, resyncIntervalMs } = this.#deps;
    this.#ticks += 1;
    await scheduler.resume();
    await quotas.measureMissing();
    if (resyncIntervalMs > 0) await scheduler.resync(resyncIntervalMs);
    const isGarbageCollection = this.#ticks % GARBAGE_COLLECTION_TICKS === 0;
    if (isGarbageCollection) await insertOrphanedParts(db);
    await forgetJobs.resume();
    if (!isGarbageCollection) return;
    await deleteUnreferencedBlobs(db, blobs);
    await deleteOrphanedMirrors(db, sources, (id) => jobs.isRunning(id));
  }
}
