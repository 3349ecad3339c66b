import { MAX_WAIT_MS } from "../../sources/rest/retryAfterHeader.ts";

/** The host grants no request for so long that the sync ends. Another job continues it at `resumeAt`. */
export class QuotaWaitError extends Error {
  override readonly name = "QuotaWaitError";
  readonly resumeAt: Date;
  /** Waits since the last progress, this one included. */
  readonly waits: number;

  constructor(resumeAt: Date, waits: number, cause: unknown) {
    super(`The host grants no request before ${resumeAt.toISOString()}.`, { cause });
    this.resumeAt = resumeAt;
    this.waits = waits;
  }
}

/**
 * Does the work of a sync. Where it ends in a wait, which may take an hour, what was read becomes searchable first.
 * @param index makes it searchable. @throws QuotaWaitError and whatever the work throws
 */
export async function indexedBeforeWait<T>(work: () => Promise<T>, index: () => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QuotaWaitError) await index();
    throw error;
  }
}

/** Milliseconds that are added to a wait at most, so that many servers do not repeat their requests in the same second. */
export const MAX_JITTER_MS = 30_000;

/** Whether a sync is still to wait until this time. A time that no wait leads to was stored before the clock was set back. */
export function isBeforeResumption(resumeAt: Date | null, now: number): boolean {
  const waitMs = (resumeAt?.getTime() ?? 0) - now;
  return waitMs > 0 && waitMs <= MAX_WAIT_MS + MAX_JITTER_MS;
}
