import type { SourceError } from "../../sources/SourceError.ts";
import type { DiskNearlyFullError } from "../quotas/diskReserve.ts";
import type { DiskQuotaExceededError } from "../quotas/SyncQuotas.ts";

/** The source was paused or removed while it was synced. */
export class SourceWithdrawnError extends Error {
  override readonly name = "SourceWithdrawnError";
}

export type StopReason = SourceWithdrawnError | DiskNearlyFullError | DiskQuotaExceededError | SourceError;

/** Stops a running sync from outside. The first reason counts. */
export class SyncStop {
  readonly #controller = new AbortController();
  #reason: StopReason | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  stop(reason: StopReason): void {
    this.#reason ??= reason;
    this.#controller.abort(this.#reason);
  }
}
