import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { PeriodicRunner } from "../../concurrency.ts";
import { listSourcesToLookThrough, markDueReplies, postponeReply, leaseReply } from "../../db/tables/chats/replies.ts";
import { REPLY_LEASE_MS, type ReplyDeps, writeReply } from "./writeReply.ts";

const POLL_INTERVAL_MS = 2 * SECOND_MS;
/** Replies that one process writes at the same time, each of another source. */
const MAX_AT_ONCE = 8;

/**
 * Writes the replies of all sources. It looks at what syncs have stored, so that ten thousand reports of a host are one row for each issue.
 * Several processes may do it at the same time: each reply is leased.
 */
export class ReplyRunner extends PeriodicRunner {
  readonly #deps: ReplyDeps;

  constructor(deps: ReplyDeps, onError: (error: unknown) => void) {
    super(POLL_INTERVAL_MS, onError);
    this.#deps = deps;
  }

  /** Writes all that is due. One that fails keeps no other from being written. */
  async run(): Promise<void> {
    const { db } = this.#deps;
    for (const source of await listSourcesToLookThrough(db))
      await db.transaction().execute((tx) => markDueReplies(tx, source));
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, () => this.#writeDue()));
  }

  /** Writes one after another until none is due. */
  async #writeDue(): Promise<void> {
    const { db } = this.#deps;
    while (!this.isStopped) {
      const row = await leaseReply(db, REPLY_LEASE_MS);
      if (!row) return;
      try {
        await writeReply(this.#deps, row);
      } catch (error) {
        this.onError(error);
        await postponeReply(db, row, { afterMs: MINUTE_MS, counts: true });
      }
    }
  }
}
