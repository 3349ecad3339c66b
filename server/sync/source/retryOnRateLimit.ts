import { MINUTE_MS } from "../../../contract/durations.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { sleep } from "../../concurrency.ts";
import type { SyncProgress } from "./SyncProgress.ts";
import type { SyncContext } from "./SyncContext.ts";
import { MAX_JITTER_MS, QuotaWaitError } from "./QuotaWaitError.ts";
import { message } from "../../messages/messages.ts";

/** Maximum number of consecutive waits for a rate limit without progress. */
const MAX_WAITS = 30;
/** Milliseconds. The first wait is twice this, and doubles with each wait that brought no progress. */
const MIN_WAIT_MS = 250;
const MAX_BACKOFF_MS = 10 * MINUTE_MS;
/** Milliseconds that a sync waits inside of its job: it keeps one of few places. */
const MAX_INLINE_MS = MINUTE_MS;
/** The same for a job without `quotaWaits`, which asks again then. */
const MAX_SLEEP_MS = 10 * MINUTE_MS;

export interface RateLimitContext extends Pick<SyncContext, "signal" | "refreshCredentials"> {
  readonly progress: Pick<SyncProgress, "report">;
  /** Waits before this job since the last progress. Left out: the job waits for as long as the host asks. */
  readonly quotaWaits?: number;
}

/**
 * Repeats a read until it completes. On a rate limit it waits and shows until when; an expired token of a connected account is renewed, at
 * most once between two steps of progress.
 * @param read continues from what is stored; calls `onProgress` after each step
 * @throws QuotaWaitError for a wait that is too long for a job
 */
export async function retryOnRateLimit<T>(
  context: RateLimitContext,
  read: (onProgress: () => void) => Promise<T>,
): Promise<T> {
  const { progress, signal, refreshCredentials, quotaWaits } = context;
  let waits = quotaWaits ?? 0;
  let isRenewed = false;
  for (;;) {
    try {
      return await read(() => {
        waits = 0;
        isRenewed = false;
      });
    } catch (error) {
      if (!(error instanceof SourceError) || signal.aborted) throw error;
      if (error.code === "unauthorized" && !isRenewed) {
        isRenewed = true;
        if (await refreshCredentials()) continue;
      }
      if (error.code !== "rate_limited" || waits >= MAX_WAITS) throw error;
      waits += 1;
      // Some hosts name a time that has already passed.
      const backoffMs = Math.min(MIN_WAIT_MS * 2 ** waits, MAX_BACKOFF_MS);
      const requiredMs = Math.max(error.retryAfterMs ?? MINUTE_MS, backoffMs);
      const isInline = quotaWaits === undefined || requiredMs <= MAX_INLINE_MS;
      const wait = withJitter(isInline ? Math.min(requiredMs, MAX_SLEEP_MS) : requiredMs);
      const until = new Date(Date.now() + wait);
      if (!isInline) throw new QuotaWaitError(until, waits, error);
      const time = until.toISOString().slice(11, 16);
      progress.report("waiting", 0, null, message("sync.waiting_for_rate_limit", { reason: error.text, time }));
      await sleep(wait, signal);
    }
  }
}

/** Adds up to 10 %. */
const withJitter = (waitMs: number): number => Math.ceil(waitMs + Math.min(waitMs / 10, MAX_JITTER_MS) * Math.random());
