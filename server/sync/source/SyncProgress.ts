import type { SYNC_STEPS } from "../../../contract/constants.ts";
import type { SyncEventData } from "../../../contract/notices/notifications.ts";
import type { Db } from "../../db/openDb.ts";
import { findSyncState, updateSyncState } from "../../db/tables/sources/sourceSync.ts";
import { publish } from "../../events/publish.ts";
import { displayHost, storedSync } from "../../events/storedSync.ts";
import type { SourceErrorCode } from "../../sources/SourceError.ts";
import type { StoredHostQuota, WaitsFor } from "../../db/schema/sourceSchema.ts";
import type { HostQuota } from "../../sources/rest/hostQuota.ts";
import type { QuotaWaitError } from "./QuotaWaitError.ts";
import type { SyncedSource } from "./SyncedSource.ts";
import { noteSyncFailed, noteSyncFinished } from "../notices/sourceNotices.ts";
import { type Message, message, parseMessage, serializeMessage, verbatim } from "../../messages/messages.ts";

export type SyncStep = (typeof SYNC_STEPS)[number];

/** Steps in which a wait says how many things are stored. */
const COUNTED: ReadonlySet<SyncStep> = new Set(["issues", "comments", "pages", "requests"]);

/** Milliseconds between two writes of progress. */
const WRITE_INTERVAL_MS = 500;

interface State {
  sync_state: "queued" | "running" | "ready" | "failed";
  sync_step: string | null;
  sync_done: number;
  sync_total: number | null;
  sync_error: string | null;
}

type EventType = "sync.progress" | "sync.finished" | "sync.failed";

/** What a sync stores in addition to its state. */
interface SyncEnd {
  readonly sync_items?: number;
  readonly sync_finished_at?: Date;
  readonly sync_error_code?: SourceErrorCode | null;
  readonly waits_for?: WaitsFor | null;
  readonly resume_at?: Date;
  readonly quota_waits?: number;
  readonly sync_again?: boolean;
  readonly sync_began_at?: Date | null;
}

/**
 * Publishes the progress of a sync: in the source's row and to every user who views the project. Counting is cheap; writes happen at most
 * twice a second, and the last value of a step is not lost because the next step or the end writes its own.
 */
export class SyncProgress {
  readonly #db: Db;
  readonly #source: SyncedSource;
  #step: SyncStep = "connect";
  #done = 0;
  #total: number | null = null;
  #error: string | null = null;
  #beganAt: Date | null = null;
  /** By `performance.now()`, which is not affected when the clock is set back. */
  #writtenAt = -Infinity;
  #writing: Promise<void> | undefined;
  /** The last step with a size: what a wait shows. */
  #counted: Pick<State, "sync_step" | "sync_done" | "sync_total">;
  /** The latest of each resource that the host counts apart. */
  readonly #quotas = new Map<string, StoredHostQuota>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, source: SyncedSource) {
    this.#db = db;
    this.#source = source;
    // A wait at the first request does not know what the one before it has read.
    const { step, done, total } = source.hostWait ?? { step: null, done: 0, total: null };
    this.#counted = { sync_step: step, sync_done: done, sync_total: total };
  }

  /** `done` of `total` things of this step. `error` is shown while waiting. */
  report(step: SyncStep, done = 0, total: number | null = null, error: Message | null = null): void {
    this.#step = step;
    this.#done = done;
    this.#total = total === null ? null : Math.max(total, done);
    this.#error = error && serializeMessage(error);
    if (COUNTED.has(step) && this.#total !== null)
      this.#counted = { sync_step: step, sync_done: done, sync_total: this.#total };
    if (this.#timer || this.#writing) return;
    const wait = this.#writtenAt + WRITE_INTERVAL_MS - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#writing = this.#write().finally(() => {
          this.#writing = undefined;
        });
      },
      Math.max(0, wait),
    );
  }

  /** Stored with the next write. */
  noteQuota({ resource, remaining, limit, resetMs }: HostQuota): void {
    const now = Date.now();
    this.#quotas.set(resource, {
      remaining,
      limit,
      resets_at: resetMs === null ? null : new Date(now + resetMs).toISOString(),
      seen_at: new Date(now).toISOString(),
    });
  }

  async begin(): Promise<void> {
    this.#beganAt = new Date();
    this.#writtenAt = performance.now();
    await this.#store(
      { sync_state: "running", sync_step: "connect", sync_done: 0, sync_total: null, sync_error: null },
      "sync.progress",
      // What is requested from now on may be read past.
      { sync_again: false },
    );
  }

  /** The sync is complete. */
  async finish(items: number): Promise<void> {
    await this.#settle();
    const state = {
      sync_state: "ready",
      sync_step: null,
      sync_done: items,
      sync_total: items,
      sync_error: null,
    } as const;
    await this.#store(state, "sync.finished", {
      sync_items: items,
      sync_finished_at: new Date(),
      sync_began_at: this.#beganAt,
      quota_waits: 0,
    });
  }

  /** The sync has failed. The result of the last complete one is kept. */
  async fail(error: Message, code: SourceErrorCode | null = null): Promise<void> {
    await this.#settle();
    const state = {
      sync_state: "failed",
      sync_step: null,
      sync_done: 0,
      sync_total: null,
      sync_error: serializeMessage(error),
    } as const;
    await this.#store(state, "sync.failed", {
      sync_finished_at: new Date(),
      sync_error_code: code,
      quota_waits: 0,
    });
  }

  /**
   * Marks the sync as waiting, with a reason that users see; it is retried automatically.
   * @param waitsFor the quota of the company that leaves no room for it
   */
  async wait(text: Message, waitsFor: Exclude<WaitsFor, "host"> | null = null): Promise<void> {
    await this.#settle();
    const reason = serializeMessage(text);
    if (waitsFor !== null && (await this.#isWaiting(reason))) return;
    await this.#store(
      { sync_state: "queued", sync_step: "waiting", sync_done: 0, sync_total: null, sync_error: reason },
      "sync.progress",
      { waits_for: waitsFor },
    );
  }

  /** The sync has ended because of the quota of the host, which is no failure. It is resumed from what is stored. */
  async waitForHost({ resumeAt, waits }: Pick<QuotaWaitError, "resumeAt" | "waits">): Promise<void> {
    await this.#settle();
    const host = displayHost(this.#source.url);
    const text = message("sync.waiting_for_quota", { host, time: resumeAt.toISOString().slice(11, 16) });
    await this.#store(
      {
        sync_state: "queued",
        ...this.#counted,
        sync_step: this.#counted.sync_step ?? "waiting",
        sync_error: serializeMessage(text),
      },
      "sync.progress",
      { waits_for: "host", resume_at: resumeAt, quota_waits: waits },
    );
  }

  /** Whether the row already has this reason. */
  async #isWaiting(reason: string): Promise<boolean> {
    const row = await findSyncState(this.#db, this.#source.id);
    return row?.sync_state === "queued" && row.waits_for !== null && row.sync_error === reason;
  }

  /** The sync was interrupted, and continues in another job. */
  async postpone(): Promise<void> {
    await this.#settle();
    await updateSyncState(this.#db, this.#source.id, { sync_state: "queued" });
  }

  async #settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
  }

  async #write(): Promise<void> {
    this.#writtenAt = performance.now();
    const state: State = {
      sync_state: "running",
      sync_step: this.#step,
      sync_done: this.#done,
      sync_total: this.#total,
      sync_error: this.#error,
    };
    // Progress is best effort: the sync itself reports a lost database.
    await this.#store(state, "sync.progress").catch(() => undefined);
  }

  /** The end of a sync is stored together with the notices about it. */
  async #store(state: State, type: EventType, end: SyncEnd = {}): Promise<void> {
    if (type === "sync.progress") {
      await this.#storeIn(this.#db, state, type, end);
      return;
    }
    await this.#db.transaction().execute(async (tx) => {
      if (!(await this.#storeIn(tx, state, type, end))) return;
      await (type === "sync.finished" ? noteSyncFinished : noteSyncFailed)(tx, this.#source);
    });
  }

  /** The quota of which the least is left, where the host reports one. */
  #quota(): { host_quota?: string } {
    const share = ({ remaining, limit }: StoredHostQuota): number => (limit ? remaining / limit : 1);
    const [least] = [...this.#quotas.values()].toSorted((a, b) => share(a) - share(b) || a.remaining - b.remaining);
    return least ? { host_quota: JSON.stringify(least) } : {};
  }

  /** @returns false when the source was removed */
  async #storeIn(db: Db, state: State, type: EventType, end: SyncEnd): Promise<boolean> {
    const row = await updateSyncState(db, this.#source.id, {
      ...state,
      waits_for: null,
      resume_at: null,
      ...this.#quota(),
      ...end,
    });
    if (!row) return false;
    const { id, kind, name, projectId, projectSlug } = this.#source;
    const data: SyncEventData = { project: projectSlug, source: { kind, id }, sync: storedSync(row) };
    await publish(db, {
      projectId,
      type,
      title: verbatim(name),
      body: row.sync_error === null ? null : parseMessage(row.sync_error),
      project: projectSlug,
      href: `/projects/${projectSlug}`,
      data,
    });
    return true;
  }
}
