import type { Db } from "../../db/openDb.ts";
import { updateLedger } from "../../db/tables/sources/sourceLedgers.ts";
import { type Message, serializeMessage } from "../../messages/messages.ts";

type Change = Parameters<typeof updateLedger>[2];

/** Stores how far the comparison of a source is, one write after the other. */
export class ComparisonProgress {
  readonly #db: Db;
  readonly #sourceId: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, sourceId: string) {
    this.#db = db;
    this.#sourceId = sourceId;
  }

  /** Called by `retryOnRateLimit` with the step `waiting`, and the reason. */
  readonly report = (_step: string, _done?: number, _total?: number | null, reason?: Message | null): void => {
    this.#write({ state: "waiting", error: reason ? serializeMessage(reason) : null });
  };

  running(done: number, total: number | null): void {
    this.#write({ state: "running", done, total, error: null });
  }

  /** Everything is stored that was reported. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  #write(change: Change): void {
    // Progress is best effort: the end of the comparison reports a lost database.
    this.#writing = this.#writing.then(() => updateLedger(this.#db, this.#sourceId, change)).catch(() => undefined);
  }
}
