import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { CHECK_SPACING_MS } from "../../access/hostAccess/checkSpacing.ts";
import { settleMemberships } from "../../access/hostAccess/settleMemberships.ts";
import { mapConcurrent } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type AccessPair,
  hasMirroredSource,
  listPairs,
  listUsersToCheck,
  upsertAccessCheck,
} from "../../db/tables/sources/hostAccess.ts";
import { CHECK_ACCESS, type CheckAccessJob } from "../../jobs/jobNames.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { type AskHostDeps, type HostAnswer, askHost } from "./askHost.ts";

/** Milliseconds between two checks of a member at a source, less a random part that spreads them. */
const INTERVAL_MS = HOUR_MS;
const SPREAD_MS = 15 * MINUTE_MS;
/** After a check that the host did not answer. */
const RETRY_MS = 5 * MINUTE_MS;
/** Requests with the accounts of one user at the same time. */
const CONCURRENCY = 2;
/** A user who asks for a check waits for it no longer. */
const MAX_WAIT_MS = 20 * SECOND_MS;
/** Users that one round sends. */
const MAX_SENT = 200;

export interface AccessChecksDeps extends AskHostDeps {
  readonly db: Db;
  readonly queue: Queue;
  readonly onError: (error: unknown) => void;
  readonly now?: (() => Date) | undefined;
}

/** Asks the hosts of mirrored sources what members may see, and closes and opens their memberships. */
export class AccessChecks {
  readonly #deps: AccessChecksDeps;

  constructor(deps: AccessChecksDeps) {
    this.#deps = deps;
  }

  register(): void {
    this.#deps.queue.register<CheckAccessJob>(
      CHECK_ACCESS,
      ({ userId }, { signal }) => this.#check(userId, { signal }),
      {
        concurrency: 4,
        concurrencyPerGroup: 2,
        retryLimit: 3,
        retryDelaySeconds: 5,
      },
    );
  }

  /** Sends the jobs of users with a check that is due. A second job for a user has no effect. */
  async sendDue(): Promise<void> {
    const { db, queue } = this.#deps;
    // The index of mirrored sources answers that alone, which is empty on most servers.
    if (!(await hasMirroredSource(db))) return;
    for (const { user_id: userId, company_id: group } of await listUsersToCheck(db, this.#now(), MAX_SENT))
      await queue.send(CHECK_ACCESS, { userId } satisfies CheckAccessJob, {
        singletonKey: userId,
        ...(group !== null && { group }),
      });
  }

  /**
   * Checks now what closes memberships of a user, except what was checked in the last seconds. What takes longer than the user may wait is left to
   * the job.
   */
  async checkNow(userId: string): Promise<void> {
    const idleSince = new Date(this.#now().getTime() - CHECK_SPACING_MS);
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    await this.#check(userId, { idleSince, signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Closes the memberships that no answer holds open any more, and opens those that may be. */
  settle(): Promise<void> {
    return settleMemberships(this.#deps.db, this.#now());
  }

  async #check(
    userId: string,
    { signal, idleSince }: { readonly signal?: AbortSignal; readonly idleSince?: Date },
  ): Promise<void> {
    const { db } = this.#deps;
    const pairs = await listPairs(db, userId, { now: this.#now(), ...(idleSince && { idleSince }) });
    /** Accounts whose host asks to wait. */
    const waiting = new Map<string, HostAnswer>();
    await mapConcurrent(pairs, CONCURRENCY, async (pair) => {
      signal?.throwIfAborted();
      const at = this.#now();
      const answer = waiting.get(pair.connection_id) ?? (await this.#ask(pair));
      if (answer.retryAfterMs !== null) waiting.set(pair.connection_id, answer);
      await upsertAccessCheck(db, pair, { state: answer.state, at, due: dueAfter(answer, this.#now()) });
      await settleMemberships(db, this.#now(), userId);
    });
    // Also without an account that could be asked.
    if (pairs.length === 0) await settleMemberships(db, this.#now(), userId);
  }

  /** A failure that no host caused leaves the answer open, and does not hold up the other sources. */
  async #ask(pair: AccessPair): Promise<HostAnswer> {
    try {
      return await askHost(this.#deps, pair);
    } catch (error) {
      this.#deps.onError(error);
      return { state: "unknown", retryAfterMs: null };
    }
  }

  #now(): Date {
    return this.#deps.now?.() ?? new Date();
  }
}

function dueAfter({ state, retryAfterMs }: HostAnswer, now: Date): Date {
  const wait =
    state === "unknown" ? Math.min(retryAfterMs ?? RETRY_MS, INTERVAL_MS) : INTERVAL_MS - Math.random() * SPREAD_MS;
  return new Date(now.getTime() + wait);
}
