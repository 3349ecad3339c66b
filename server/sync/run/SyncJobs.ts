import { isOutage } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import type { SyncSourceJob } from "../../jobs/jobNames.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { startCancellationPoll } from "./cancellationPoll.ts";
import type { DiskCheck } from "../quotas/diskReserve.ts";
import type { SyncRunner } from "./runSync.ts";
import { DiskDelays } from "./DiskDelays.ts";
import { FailureSettler, type RunningSync } from "./FailureSettler.ts";
import { SourceWithdrawnError, SyncStop } from "./SyncStop.ts";
import { isBeforeResumption } from "../source/QuotaWaitError.ts";
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

type Job = RunningSync["job"];

/** Runs the sync jobs of this process: admits them, and stores how they end. */
export class SyncJobs {
  readonly #deps: SyncJobsDeps;
  readonly #running = new Map<string, SyncStop>();
  readonly #listeners: ((projectId: string) => Promise<void>)[] = [];
  readonly #delays = new DiskDelays();
  readonly #failures: FailureSettler;

  constructor(deps: SyncJobsDeps) {
    this.#deps = deps;
    this.#failures = new FailureSettler({ ...deps, delays: this.#delays });
  }

  async handle(request: SyncSourceJob, job: Job): Promise<void> {
    const source = await findSource(this.#deps.db, request.sourceId);
    if (!source || source.isPaused) return;
    if (await this.#mayBegin(source, request.isManual ?? false)) await this.#run(source, request, job);
  }

  /** Calls back after each complete sync of a source of a project. */
  onSynced(listener: (projectId: string) => Promise<void>): void {
    this.#listeners.push(listener);
  }

  isRunning(sourceId: string): boolean {
    return this.#running.has(sourceId);
  }

  /** Stops the sync of a source that was paused or removed, if it runs in this process. */
  withdraw(sourceId: string): void {
    this.#running.get(sourceId)?.stop(new SourceWithdrawnError("Paused or removed."));
  }

  /** Whether a sync may begin. If not, stores what the source waits for. */
  async #mayBegin(source: SyncedSource, isManual: boolean): Promise<boolean> {
    const { db, quotas, scheduler, checkDisk } = this.#deps;
    // Its row says until when, and a request of a member does not change what the host grants.
    if (isBeforeResumption(source.hostWait?.resumeAt ?? null, Date.now())) return false;
    const full = await checkDisk?.();
    // The user who requests a sync may have freed space.
    const reason = full ?? (isManual ? undefined : this.#delays.reasonOf(source.id));
    if (reason !== undefined) {
      await new SyncProgress(db, source).wait(reason);
      return false;
    }
    this.#delays.clear(source.id);
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
    const stop = new SyncStop();
    this.#running.set(source.id, stop);
    const signal = AbortSignal.any([job.signal, stop.signal]);
    const progress = new SyncProgress(db, source);
    const endPoll = startCancellationPoll({ db, source, stop, checkDisk, requireDisk });
    let isComplete = false;
    try {
      await progress.begin();
      await progress.finish(await run(source, progress, signal, request));
      isComplete = true;
      await this.#notify(source);
    } catch (error) {
      await this.#failures.settle({ source, progress, stop, job, endPoll }, error);
    } finally {
      await endPoll();
      this.#running.delete(source.id);
      await this.#afterRun(source, isComplete, job);
    }
  }

  /** A listener that fails does not fail the sync. */
  async #notify({ id, projectId }: SyncedSource): Promise<void> {
    for (const listener of this.#listeners) {
      await listener(projectId).catch((error: unknown) => {
        this.#deps.onError(error, { sourceId: id });
      });
    }
  }

  async #afterRun(source: SyncedSource, isComplete: boolean, job: Job): Promise<void> {
    const { db, sources, onError } = this.#deps;
    if (!(await findSource(db, source.id).catch(() => source))) await sources.removeMirror(source.id);
    // The server stops: nothing else begins, and the next sync measures.
    if (job.signal.aborted) return;
    await this.#measureAndWake(source, isComplete).catch((error: unknown) => {
      if (!isOutage(error)) onError(error, { sourceId: source.id });
    });
  }

  /** Measures the disk space of the source, and wakes the syncs that wait for this one to end. */
  async #measureAndWake(source: SyncedSource, isComplete: boolean): Promise<void> {
    const { db, quotas, scheduler } = this.#deps;
    try {
      await quotas.onEnded(source, { isComplete, hasNewRows: await hasCursorMoved(db, source) });
    } finally {
      await scheduler.wake(source.companyId);
    }
  }
}

/** Whether a sync has made progress, judged by its cursor. */
async function hasCursorMoved(db: Db, source: SyncedSource): Promise<boolean> {
  return JSON.stringify((await findSource(db, source.id))?.cursor) !== JSON.stringify(source.cursor);
}
