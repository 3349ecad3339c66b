import { MINUTE_MS } from "../../../contract/durations.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { sleep } from "../../concurrency.ts";
import type { SyncProgress } from "./SyncProgress.ts";
import type { SyncContext } from "./SyncContext.ts";
import { message } from "../../messages/messages.ts";

/** Maximum number of consecutive waits for a rate limit without progress. */
const MAX_WAITS = 30;
/** Milliseconds. The first wait is twice this, and doubles with each wait that brought no progress. */
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 10 * MINUTE_MS;

/**
 * Repeats a read until it completes. On a rate limit it waits and shows until when; an expired token of a connected account is renewed, at
 * most once between two steps of progress.
 * @param read continues from what is stored; calls `onProgress` after each step
 */
export async function retryOnRateLimit<T>(
  {
    progress,
    signal,
    refreshCredentials,
  }: Pick<SyncContext, "signal" | "refreshCredentials"> & { readonly progress: Pick<SyncProgress, "report"> },
  read: (onProgress: () => void) => Promise<T>,
): Promise<T> {
  let waits = 0;
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
      const least = Math.min(MIN_WAIT_MS * 2 ** waits, MAX_WAIT_MS);
      const wait = withJitter(Math.max(error.retryAfterMs ?? MINUTE_MS, least));
      const until = new Date(Date.now() + wait).toISOString();
      progress.report(
        "waiting",
        0,
        null,
        message("sync.waiting_for_rate_limit", { reason: error.text, time: until.slice(11, 16) }),
      );
      await sleep(wait, signal);
    }
  }
}

/** Adds up to 10 %, so that many servers do not retry in the same second. */
const withJitter = (waitMs: number): number => Math.ceil(waitMs * (1 + Math.random() / 10));
