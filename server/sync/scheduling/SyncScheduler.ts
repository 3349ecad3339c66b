import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../db/openDb.ts";
import {
  findSyncState,
  listSourcesOfOtherIndexFormat,
  listSourcesToSyncAgain,
  listUnfinishedSources,
  queueSyncs,
} from "../../db/tables/sources/sourceSync.ts";
import { MANIFEST_FORMAT } from "../../index/manifest.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { SYNC_SOURCE, type SyncSourceJob } from "../../jobs/jobNames.ts";
import { dueSources } from "./dueSources.ts";
import { type QueueShare, queueShares } from "./fairShare.ts";
import { RESYNC_SHARE } from "./schedule.ts";
import type { SyncQuotas } from "../quotas/SyncQuotas.ts";

export type SyncReason = Omit<SyncSourceJob, "sourceId">;

/** Milliseconds until a refused request is sent again: at first, and at most. */
const RESEND_MS = { first: 250, most: 5000 };

export interface SyncSchedulerOptions {
  readonly db: Db;
  readonly queue: Queue;
  readonly quotas: Pick<SyncQuotas, "admissible">;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
  /** Waits for this number of milliseconds. Left out: by the clock. */
  readonly wait?: (ms: number) => Promise<void>;
}

const waitByClock = (ms: number): Promise<void> => delay(ms, undefined, { ref: false });

/** Sends the jobs of syncs to the queue. A source has at most one. */
export class SyncScheduler {
  readonly #options: SyncSchedulerOptions;
  /** Requests that the queue has refused, by source. */
  readonly #refused = new Map<string, SyncReason>();
  #isStopped = false;
  #isResending = false;
  #resendMs = RESEND_MS.first;

  constructor(options: SyncSchedulerOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Marks these sources as queued and sends their jobs. One whose sync is running is synced again after it. */
  async enqueue(ids: readonly string[], how: SyncReason = {}): Promise<void> {
    if (ids.length === 0) return;
    await queueSyncs(this.#options.db, ids);
    await this.#dispatch(ids, how);
  }

  /** Sends the jobs of sources that `queueSyncs` has queued in a transaction, which has committed. */
  send(queued: readonly string[]): Promise<void> {
    return this.#dispatch(queued, {});
  }

  /** Sends jobs for sources that wait, or whose worker died. A second job for a source has no effect. */
  async resume(): Promise<void> {
    const { db, quotas } = this.#options;
    // Their process ended between the two syncs, or the first one failed.
    await this.enqueue(await listSourcesToSyncAgain(db));
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

  /**
   * Syncs the projects whose index this version cannot read, so that an upgrade does not leave them without results until the next round.
   * @param writtenAfter only those that a process of an older version has written since: it may still run during an upgrade
   */
  async rebuildIndexes(writtenAfter?: Date): Promise<void> {
    await this.enqueue(await listSourcesOfOtherIndexFormat(this.#options.db, MANIFEST_FORMAT, writtenAfter));
  }

  /** Sends jobs for a share of the sources that were last synced more than `intervalMs` ago. */
  async resync(intervalMs: number): Promise<void> {
    const due = await dueSources(this.#options.db, intervalMs);
    await this.enqueue(due.filter(() => Math.random() < RESYNC_SHARE));
  }

  async #dispatch(ids: readonly string[], how: SyncReason): Promise<void> {
    const shares = await queueShares(this.#options.db, ids);
    for (const sourceId of ids) {
      if ((await this.#send(sourceId, how, shares.get(sourceId))) === null) this.#resendLater(sourceId, how);
    }
  }

  #send(sourceId: string, how: SyncReason, share: QueueShare | undefined): Promise<string | null> {
    const job: SyncSourceJob = { sourceId, ...how };
    return this.#options.queue.send(SYNC_SOURCE, job, { singletonKey: sourceId, ...share });
  }

  /**
   * The queue refuses a job while the previous one of the source is ending, after it has reported "ready". That may take minutes, when it measures
   * a large mirror: the request is sent again until the queue takes it, or another job has begun.
   */
  #resendLater(sourceId: string, { isManual, isFullCheck }: SyncReason): void {
    const earlier = this.#refused.get(sourceId);
    this.#refused.set(sourceId, {
      isManual: (isManual ?? false) || (earlier?.isManual ?? false),
      isFullCheck: (isFullCheck ?? false) || (earlier?.isFullCheck ?? false),
    });
    this.#resendMs = RESEND_MS.first;
    if (!this.#isResending) void this.#resend();
  }

  async #resend(): Promise<void> {
    const { wait = waitByClock, onError } = this.#options;
    this.#isResending = true;
    while (this.#refused.size > 0 && !this.#isStopped) {
      await wait(this.#resendMs);
      this.#resendMs = Math.min(2 * this.#resendMs, RESEND_MS.most);
      for (const [sourceId, how] of Array.from(this.#refused)) {
        if (this.#isStopped) break;
        try {
          if (await this.#isTaken(sourceId, how)) this.#refused.delete(sourceId);
        } catch (error) {
          if (!this.#isStopped) onError(error, { sourceId });
        }
      }
    }
    this.#isResending = false;
  }

  /** Whether a refused request is done: a job has begun since, or the queue takes it now. */
  async #isTaken(sourceId: string, how: SyncReason): Promise<boolean> {
    const row = await findSyncState(this.#options.db, sourceId);
    if (row?.sync_state !== "queued") return true;
    const shares = await queueShares(this.#options.db, [sourceId]);
    return (await this.#send(sourceId, how, shares.get(sourceId))) !== null;
  }
}
