import { isOutage } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import { insertOrphanedParts } from "../../db/tables/sources/removedSources.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { deleteOrphanedMirrors, deleteUnreferencedBlobs } from "../store/garbageCollection.ts";
import type { GroupComparisons } from "../groups/GroupComparisons.ts";
import type { ForgetJobs } from "./forgetSource.ts";
import type { SyncJobs } from "../run/SyncJobs.ts";
import type { SyncQuotas } from "../quotas/SyncQuotas.ts";
import { TICK_MS } from "../scheduling/schedule.ts";
import type { SyncScheduler } from "../scheduling/SyncScheduler.ts";

export interface SyncMaintenanceDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "listMirrors" | "removeMirror" | "removeUnshared">;
  readonly blobs: Pick<Blobs, "list" | "delete">;
  readonly scheduler: Pick<SyncScheduler, "resume" | "rebuildIndexes" | "resync">;
  readonly quotas: Pick<SyncQuotas, "measureMissing">;
  readonly jobs: Pick<SyncJobs, "isRunning">;
  readonly forgetJobs: Pick<ForgetJobs, "resume">;
  readonly groups: Pick<GroupComparisons, "sendDue">;
  /** Milliseconds between two syncs of a source; 0: only on request. */
  readonly resyncIntervalMs: number;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

/** Milliseconds in which an index that an older version wrote is noticed: longer than a round that is late. */
const OLDER_WRITERS_MS = 3 * TICK_MS;

/** Ticks between two garbage collections: an hour. */
const GARBAGE_COLLECTION_TICKS = 60;

/**
 * What a worker does at every tick: interrupted and regular syncs, removed sources, measurements; and garbage collection once an hour, which may
 * take longer than a tick and holds up nothing else. Neither begins before its last run has ended, so that slow ones do not add up.
 */
export class SyncMaintenance {
  readonly #deps: SyncMaintenanceDeps;
  readonly #runRound = unlessRunning(() => this.#round());
  readonly #runGarbageCollection = unlessRunning(() => this.#collectGarbage());
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;

  constructor(deps: SyncMaintenanceDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { scheduler, forgetJobs, groups, onError } = this.#deps;
    const onFailure = (error: unknown): void => {
      if (isOutage(error)) throw error;
      onError(error, {});
    };
    // The next tick retries it, so a failure does not stop the start.
    await scheduler.resume().catch(onFailure);
    await forgetJobs.resume().catch(onFailure);
    await groups.sendDue().catch(onFailure);
    // All of them only now: sources that all fail would otherwise be asked every minute.
    await scheduler.rebuildIndexes().catch(onFailure);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const onFailure = (error: unknown): void => this.#deps.onError(error, {});
    this.#ticks += 1;
    this.#runRound().catch(onFailure);
    if (this.#ticks % GARBAGE_COLLECTION_TICKS === 0) this.#runGarbageCollection().catch(onFailure);
  }

  async #round(): Promise<void> {
    const { scheduler, quotas, forgetJobs, groups, resyncIntervalMs } = this.#deps;
    await scheduler.resume();
    await scheduler.rebuildIndexes(new Date(Date.now() - OLDER_WRITERS_MS));
    await quotas.measureMissing();
    if (resyncIntervalMs > 0) await scheduler.resync(resyncIntervalMs);
    await forgetJobs.resume();
    await groups.sendDue();
  }

  async #collectGarbage(): Promise<void> {
    const { db, sources, blobs, jobs } = this.#deps;
    // The next round sends the jobs that remove them.
    await insertOrphanedParts(db);
    await deleteUnreferencedBlobs(db, blobs);
    await deleteOrphanedMirrors(db, sources, (id) => jobs.isRunning(id));
    await sources.removeUnshared();
  }
}

/** Does nothing while an earlier call is running. */
function unlessRunning(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } finally {
      isRunning = false;
    }
  };
}
