import type { Db } from "../../db/openDb.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { SyncQuotas } from "../quotas/SyncQuotas.ts";
import { type SyncedSource, findSource } from "../source/SyncedSource.ts";
import type { QuotaWaitError } from "../source/QuotaWaitError.ts";
import type { SyncProgress } from "../source/SyncProgress.ts";
import { readStoredManifest } from "../store/storedManifest.ts";
import { type SyncFailure, classifyFailure } from "./classifyFailure.ts";
import type { DiskDelays } from "./DiskDelays.ts";
import type { SyncStop } from "./SyncStop.ts";

export interface RunningSync {
  readonly source: SyncedSource;
  readonly progress: SyncProgress;
  readonly stop: SyncStop;
  readonly job: { readonly signal: AbortSignal };
  readonly endPoll: () => Promise<void>;
}

export interface FailureSettlerDeps {
  readonly db: Db;
  readonly sources: Sources;
  readonly quotas: SyncQuotas;
  readonly delays: DiskDelays;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

const CREDENTIALS = ["secretId", "connectionId", "installationId"] as const;
/** After these the queue retries the job. */
const RETRIED: ReadonlySet<SyncFailure["kind"]> = new Set(["server_stop", "database_outage", "storage_outage"]);
/** The operator's log has these. */
const LOGGED: ReadonlySet<SyncFailure["kind"]> = new Set(["disk_full", "storage", "unknown"]);

/** Stores why a sync ended early: its source waits, continues later, or has failed. */
export class FailureSettler {
  readonly #deps: FailureSettlerDeps;

  constructor(deps: FailureSettlerDeps) {
    this.#deps = deps;
  }

  /** @throws the error when the queue has to retry the job */
  async settle(sync: RunningSync, error: unknown): Promise<void> {
    const { db, onError } = this.#deps;
    const { source, stop, job } = sync;
    if (!(await findSource(db, source.id))) return;
    const failure = classifyFailure(error, stop.reason, job.signal.aborted);
    if (LOGGED.has(failure.kind)) onError(error, { sourceId: source.id });
    await this.#store(sync, failure);
    if (RETRIED.has(failure.kind)) throw error;
  }

  async #store(sync: RunningSync, failure: SyncFailure): Promise<void> {
    const { source, progress } = sync;
    switch (failure.kind) {
      case "source":
        return progress.fail(failure.error.text, failure.error.code);
      case "host_quota":
        return this.#waitForHost(sync, failure.wait);
      case "storage":
        return progress.fail(failure.text);
      case "unknown":
        return progress.fail(message("sync.failed"));
      case "withdrawn":
      case "server_stop":
      case "database_outage":
        return progress.postpone();
      case "storage_outage":
        return progress.wait(failure.text);
      case "disk_reserve":
        // What was being fetched has filled the disk, and cannot be used.
        await this.#deps.sources.removeUnfinishedMirror(source.id);
        return this.#waitForDisk(sync, failure.text);
      case "disk_full":
        return this.#waitForDisk(sync, failure.text);
      case "disk_quota":
        return this.#waitForQuota(sync, failure.text);
    }
  }

  async #waitForHost({ source, progress }: RunningSync, wait: QuotaWaitError): Promise<void> {
    const now = await findSource(this.#deps.db, source.id);
    // The quota is that of the credential, which was changed meanwhile.
    if (now && CREDENTIALS.some((name) => now[name] !== source[name])) return progress.postpone();
    await progress.waitForHost(wait);
  }

  #waitForDisk({ source, progress }: RunningSync, reason: Message): Promise<void> {
    this.#deps.delays.delay(source.id, reason);
    return progress.wait(reason);
  }

  async #waitForQuota({ source, progress, endPoll }: RunningSync, reason: Message): Promise<void> {
    await endPoll();
    await this.#deps.quotas.onStopped(source, () => this.#removePartialCopy(source));
    await progress.wait(reason, "disk");
  }

  /** Removes what the sync was fetching, and a mirror that no index has been built from. */
  async #removePartialCopy({ id, projectId, kind }: SyncedSource): Promise<void> {
    if (kind !== "repository") return;
    const { db, sources } = this.#deps;
    const { code } = await readStoredManifest(db, projectId);
    if (code.some((part) => part.source === id)) await sources.removeUnfinishedMirror(id);
    else await sources.removeMirror(id);
  }
}
