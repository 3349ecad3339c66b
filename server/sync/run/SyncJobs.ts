import { isOutage } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import type { SyncSourceJob } from "../../jobs/jobNames.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { startCancellationPoll } from "./cancellationPoll.ts";
import type { DiskCheck } from "../quotas/diskReserve.ts";
import type { SyncRunner } from "./runSync.ts";
import { type SyncDelays, createFailureSettler } from "./settleFailure.ts";
import { type SyncedSource, findSource } from "../source/SyncedSource.ts";
import { SyncProgress } from "../source/SyncProgress.ts";
import type { SyncQuotas } from "../quotas/SyncQuotas.ts";
import type { SyncScheduler } from "../scheduling/SyncScheduler.ts";

export interface SyncJobsDeps {
  readonly db: Db;
  readonly sources: Sources;
  readonly run: SyncRunner;
  readonly quotas: SyncQuotas;
  readonly scheduler: SyncScheduler;
  /** @throws DiskQuotaExceededError */
  readonly requireDisk: (source: SyncedSource) => Promise<void>;
  readonly checkDisk: DiskCheck | undefined;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

type Job = { readonly signal: AbortSignal };

/** The syncs of this process: whether one may begin, and what is stored of its end. */
export class SyncJobs {
  readonly #deps: SyncJobsDeps;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners: ((projectId: string) => Promise<void>)[] = [];
  readonly #delays: SyncDelays = new Map();
  readonly #settleFailure: ReturnType<typeof createFailureSettler>;

  constructor(deps: SyncJobsDeps) {
    this.#deps = deps;
    this.#settleFailure = createFailureSettler({ ...deps, delays: this.#delays });
  }

  async handle(request: SyncSourceJob, job: Job): Promise<void> {
    const source = await findSource(this.#deps.db, request.sourceId);
    if (!source || source.isPaused) return;
    if (await this.#mayBegin(source, request.isManual ?? false)) await this.#run(source, request, job);
  }

  /** Calls back after each whole sync of a source of a project. */
  onSynced(listener: (projectId: string) => Promise<void>): void {
    this.#listeners.push(listener);
  }

  isRunning(sourceId: string): boolean {
    return this.#running.has(sourceId);
  }

  /** Interrupts a sync that runs in this process. */
  abort(sourceId: string, reason?: Error): void {
    this.#running.get(sourceId)?.abort(reason);
  }

  /** Otherwise stores what the source waits for. */
  async #mayBegin(source: SyncedSource, isManual: boolean): Promise<boolean> {
    const { db, quotas, scheduler, checkDisk } = this.#deps;
    const full = await checkDisk?.();
    const delay = this.#delays.get(source.id);
    // The user who requests a sync may have freed space.
    const reason = full ?? (delay && delay.time > performance.now() && !isManual ? delay.reason : undefined);
    if (reason !== undefined) {
      await new SyncProgress(db, source).wait(reason);
      return false;
    }
    this.#delays.delete(source.id);
    const refused = await quotas.admit(source, isManual);
    if (!refused) return true;
    await new SyncProgress(db, source).wait(refused.reason, refused.waitsFor);
    // A place may have become free between the two statements.
    if (refused.waitsFor === "syncs" && (await quotas.hasFreeSlot(source.companyId))) {
      await scheduler.wake(source.companyId);
    }
    return false;
  }

  async #run(source: SyncedSource, request: SyncSourceJob, job: Job): Promise<void> {
    const { db, run, checkDisk, requireDisk } = this.#deps;
    const removed = new AbortController();
    this.#running.set(source.id, removed);
    const signal = AbortSignal.any([job.signal, removed.signal]);
    const progress = new SyncProgress(db, source);
    let isWhole = false;
    const unwatch = startCancellationPoll({
      db,
      source,
      sync: removed,
      checkDisk,
      requireDisk: () => requireDisk(source),
    });
    try {
      await progress.begin();
      await progress.finish(await run(source, progress, signal, request));
      isWhole = true;
      await this.#notify(source);
    } catch (error) {
      await this.#settleFailure({ source, progress, removed, job, unwatch }, error);
    } finally {
      await unwatch();
      this.#running.delete(source.id);
      await this.#afterRun(source, isWhole, job);
    }
  }

  /** The sync is done, even if a listener fails. */
  async #notify({ id, projectId }: SyncedSource): Promise<void> {
    for (const listener of this.#listeners) {
      await listener(projectId).catch((error: unknown) => {
        this.#deps.onError(error, { sourceId: id });
      });
    }
  }

  async #afterRun(source: SyncedSource, isWhole: boolean, job: Job): Promise<void> {
    const { db, sources, onError } = this.#deps;
    if (!(await findSource(db, source.id).catch(() => source))) await sources.removeMirror(source.id);
    // At a stop nothing else begins, and the next sync measures.
    if (job.signal.aborted) return;
    await this.#measureAndWake(source, isWhole).catch((error: unknown) => {
      if (!isOutage(error)) onError(error, { sourceId: source.id });
    });
  }

  /** Measures what a sync has left, and begins what waited for its place. */
  async #measureAndWake(source: SyncedSource, isWhole: boolean): Promise<void> {
    const { db, quotas, scheduler } = this.#deps;
    try {
      await quotas.onEnded(source, { isWhole, hasNewRows: await hasCursorMoved(db, source) });
    } finally {
      await scheduler.wake(source.companyId);
    }
  }
}

/** Whether a sync has made progress, judged by its cursor. */
async function hasCursorMoved(db: Db, source: SyncedSource): Promise<boolean> {
  return JSON.stringify((await findSource(db, source.id))?.cursor) !== JSON.stringify(source.cursor);
}
