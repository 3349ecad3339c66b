import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../db/openDb.ts";
import {
  findSyncState,
  listSourcesOfOtherIndexFormat,
  listUnfinishedSources,
  updateIdleSourcesQueued,
} from "../../db/tables/sourceSync.ts";
import { MANIFEST_FORMAT } from "../../index/manifest.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { SYNC_SOURCE, type SyncSourceJob } from "../../jobs/jobNames.ts";
import { dueSources } from "./dueSources.ts";
import { type QueueShare, queueShares } from "./fairShare.ts";
import { RESYNC_SHARE } from "./schedule.ts";
import type { SyncQuotas } from "../quotas/SyncQuotas.ts";

export type SyncReason = Omit<SyncSourceJob, "sourceId">;

const MAX_RESENDS = 20;
const RESEND_INTERVAL_MS = 250;

export interface SyncSchedulerOptions {
  readonly db: Db;
  readonly queue: Queue;
  readonly quotas: SyncQuotas;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

/** Sends the jobs of syncs to the queue. A source has at most one. */
export class SyncScheduler {
  readonly #options: SyncSchedulerOptions;
  #isStopped = false;

  constructor(options: SyncSchedulerOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Marks these sources as queued and sends their jobs. */
  async enqueue(ids: readonly string[], how: SyncReason = {}): Promise<void> {
    if (ids.length === 0) return;
    await updateIdleSourcesQueued(this.#options.db, ids);
    await this.#dispatch(ids, how);
  }

  /** Sends jobs for sources that wait, or whose worker died. A second job for a source has no effect. */
  async resume(): Promise<void> {
    const { db, quotas } = this.#options;
    const ids = await quotas.admissible(await listUnfinishedSources(db));
    const shares = await queueShares(db, ids);
    for (const id of ids) await this.#send(id, {}, shares.get(id));
  }

  /** The same for the sources of one company that wait for a quota. */
  async wake(companyId: string): Promise<void> {
    if (this.#isStopped) return;
    const { db, quotas } = this.#options;
    await this.#dispatch(await quotas.admissible(await listUnfinishedSources(db, companyId)), {});
  }

  /** Syncs the projects whose index this version cannot read, so that an upgrade does not leave them without results until the next round. */
  async rebuildIndexes(): Promise<void> {
    await this.enqueue(await listSourcesOfOtherIndexFormat(this.#options.db, MANIFEST_FORMAT));
  }

  /** Sends jobs for a share of the sources that were last synced more than `intervalMs` ago. */
  async resync(intervalMs: number): Promise<void> {
    const due = await dueSources(this.#options.db, intervalMs);
    await this.enqueue(due.filter(() => Math.random() < RESYNC_SHARE));
  }

  async #dispatch(ids: readonly string[], how: SyncReason): Promise<void> {
    const shares = await queueShares(this.#options.db, ids);
    for (const sourceId of ids) {
      const share = shares.get(sourceId);
      if ((await this.#send(sourceId, how, share)) !== null) continue;
      this.#resendWhileQueued(sourceId, how, share).catch((error: unknown) => {
        if (!this.#isStopped) this.#options.onError(error, { sourceId });
      });
    }
  }

  #send(sourceId: string, how: SyncReason, share: QueueShare | undefined): Promise<string | null> {
    const job: SyncSourceJob = { sourceId, ...how };
    return this.#options.queue.send(SYNC_SOURCE, job, { singletonKey: sourceId, ...share });
  }

  /**
   * The queue refuses a job while the previous one of the source is ending, after it has reported "ready". Sends the job again for
   * `MAX_RESENDS` times; the next round finds a source that is still missed.
   */
  async #resendWhileQueued(sourceId: string, how: SyncReason, share: QueueShare | undefined): Promise<void> {
    for (let attempt = 0; attempt < MAX_RESENDS && !this.#isStopped; attempt += 1) {
      await delay(RESEND_INTERVAL_MS, undefined, { ref: false });
      const row = await findSyncState(this.#options.db, sourceId);
      if (row?.sync_state !== "queued" || this.#isStopped) return;
      if ((await this.#send(sourceId, how, share)) !== null) return;
    }
  }
}
