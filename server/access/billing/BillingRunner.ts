import { MINUTE_MS } from "../../../contract/durations.ts";
import { PeriodicRunner } from "../../concurrency.ts";
import { ClockTrust } from "../../db/ClockTrust.ts";
import type { Db } from "../../db/openDb.ts";
import type { Mail } from "../../mail/Mail.ts";
import { issueDueDrafts, makeDrafts } from "./schedules.ts";
import { endTrials, warnOfEndingTrials } from "./trials.ts";

export interface BillingRunnerOptions {
  readonly db: Db;
  readonly mail: Mail;
  readonly onError: (error: unknown) => void;
  readonly now?: (() => Date) | undefined;
  /** Whether the clock was not set forward. */
  readonly clock?: Pick<ClockTrust, "isTrusted">;
}

/** Does what is due by the clock: ends trials and mails before that, makes drafts of invoices and issues them. Each process may run it. */
export class BillingRunner extends PeriodicRunner {
  readonly #options: BillingRunnerOptions;
  readonly #clock: Pick<ClockTrust, "isTrusted">;

  constructor(options: BillingRunnerOptions) {
    super(MINUTE_MS, options.onError);
    this.#options = options;
    this.#clock = options.clock ?? new ClockTrust();
  }

  /** Does what is due now. An invoice cannot be taken back, so that nothing is done by a clock that was set forward. */
  async run(): Promise<void> {
    if (!this.#clock.isTrusted()) return;
    const { db, mail, onError, now = () => new Date() } = this.#options;
    const at = now();
    const steps = [
      () => warnOfEndingTrials({ db, mail }, at, onError),
      () => endTrials(db, at, onError),
      () => makeDrafts(db, at, onError),
      () => issueDueDrafts({ db, mail }, at, onError),
    ];
    for (const step of steps) await step().catch(onError);
  }
}
