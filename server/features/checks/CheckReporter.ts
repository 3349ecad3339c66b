import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { statusNow } from "../../access/subscription.ts";
import { PeriodicRunner } from "../../concurrency.ts";
import {
  type LeasedCheckRun,
  postponeCheckRuns,
  postponeCheckRun,
  queueCheckRuns,
  completeCheckRun,
  isCodeOnItsWay,
  leaseCheckRun,
  updateCheckFailure,
} from "../../db/tables/requests/requestCheckRuns.ts";
import { findPlanOfProject } from "../../db/tables/rules/ruleItems.ts";
import { serializeMessage } from "../../messages/messages.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import { refusalOf } from "../issueWrites/endWrite.ts";
import { hostOf } from "../issueWrites/writeAccess.ts";
import { repositoriesOf } from "../requests/requestDiff.ts";
import type { HeadCheck } from "./composeCheck.ts";
import { type PublishDeps, canReport, publishReport } from "./publishReport.ts";

const POLL_INTERVAL_MS = 5 * SECOND_MS;
/** Longer than composing and sending a report takes: after it another process may report. */
const LEASE_MS = 3 * MINUTE_MS;
const TIMEOUT_MS = 2 * MINUTE_MS;
/** Reports of one source that wait at the same time; its other requests follow. */
const MAX_QUEUED = 50;
/** Reports that one process makes at the same time, and in one look; the others wait for the next look, so that a new one is seen soon. */
const MAX_AT_ONCE = 4;
const MAX_REPORTS = 20;
/** After each attempt the next one waits four times as long: a minute, four minutes, up to an hour. */
const FIRST_WAIT_MS = MINUTE_MS;
const MAX_WAIT_MS = 60 * MINUTE_MS;
const MAX_ATTEMPTS = 8;

/** Between two looks whether the code of a head has been read, and how long a report waits for it while a sync that is not the first one runs. */
const CODE_WAIT_MS = 10 * SECOND_MS;
const MAX_CODE_WAIT_MS = 15 * MINUTE_MS;

/** Refusals that a later attempt does not change. */
const REFUSED: ReadonlySet<SourceErrorCode> = new Set([
  "forbidden",
  "unauthorized",
  "not_found",
  "account_changed",
  "not_taken",
]);
/** Statuses of refusals after which the same request may be taken. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

export interface CheckReporterDeps extends PublishDeps {
  /** Composes the text of a check in an engine thread. */
  readonly compose: (run: LeasedCheckRun, signal: AbortSignal) => Promise<HeadCheck | null>;
}

/** Reports on the requests of sources that chose it. Several processes may do it at the same time: a report is taken by one of them. */
export class CheckReporter extends PeriodicRunner {
  readonly #deps: CheckReporterDeps;
  readonly #stopping = new AbortController();

  constructor(deps: CheckReporterDeps, onError: (error: unknown) => void) {
    super(POLL_INTERVAL_MS, onError);
    this.#deps = deps;
  }

  override async stop(): Promise<void> {
    this.#stopping.abort();
    await super.stop();
  }

  /** Reports on what is due. */
  async run(): Promise<void> {
    const { db } = this.#deps;
    await queueCheckRuns(db, MAX_QUEUED);
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, () => this.#reportDue(MAX_REPORTS / MAX_AT_ONCE)));
  }

  /** Reports one after another until nothing is due. */
  async #reportDue(limit: number): Promise<void> {
    const { db } = this.#deps;
    for (let count = 0; count < limit && !this.#stopping.signal.aborted; count += 1) {
      const run = await leaseCheckRun(db, LEASE_MS);
      if (!run) return;
      try {
        await this.#report(run);
      } catch (error) {
        await this.#fail(run, error);
      }
    }
  }

  async #report(run: LeasedCheckRun): Promise<void> {
    const { db, compose } = this.#deps;
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    // Its access was changed, it is paused, or the subscription has expired: it reports again when it has a new head.
    const mayReport = canReport(run) && !(await this.#isExpired(run));
    const composed = mayReport ? await compose(run, signal) : null;
    // A sync has stored a newer head since the report was taken: it is queued, and this text is about it.
    if (composed === null || composed.head !== run.head) return completeCheckRun(db, run, "outdated");
    // The host reports a push to the tracker and to the repository at once, and the first one to be read is the tracker.
    if (!composed.hasLines && (await this.#isCodeOnItsWay(run)))
      return postponeCheckRun(db, run, { waitMs: CODE_WAIT_MS, counts: false });
    const outcome = await publishReport(this.#deps, run, composed, signal);
    await completeCheckRun(db, run, outcome);
    if (outcome === "reported") await updateCheckFailure(db, run.source_id, null);
  }

  async #isExpired({ project_id: projectId }: LeasedCheckRun): Promise<boolean> {
    const company = await findPlanOfProject(this.#deps.db, projectId);
    return company !== undefined && statusNow(company, new Date()) === "expired";
  }

  async #isCodeOnItsWay(run: LeasedCheckRun): Promise<boolean> {
    const { db } = this.#deps;
    return isCodeOnItsWay(db, await repositoriesOf(db, run.project_id, run.source_id), run, MAX_CODE_WAIT_MS);
  }

  async #fail(run: LeasedCheckRun, error: unknown): Promise<void> {
    const { db } = this.#deps;
    if (!(error instanceof SourceError)) this.onError(error);
    else if (error.code !== "aborted") {
      const text = refusalOf(error, URL.canParse(run.url) ? hostOf(run) : run.url);
      await updateCheckFailure(db, run.source_id, serializeMessage(text));
    }
    const retryAfterMs = (error instanceof SourceError && error.retryAfterMs) || 0;
    if (error instanceof SourceError && error.code === "rate_limited") {
      const waitMs = Math.max(FIRST_WAIT_MS, retryAfterMs);
      await postponeCheckRuns(db, run.source_id, waitMs);
      // The host says when it takes the request: that it does not yet is no failed attempt.
      return postponeCheckRun(db, run, { waitMs, counts: false });
    }
    if (isRefused(error) || run.attempts >= MAX_ATTEMPTS) return completeCheckRun(db, run, "refused");
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 4 ** (run.attempts - 1));
    await postponeCheckRun(db, run, { waitMs: Math.max(wait, retryAfterMs), counts: true });
  }
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof SourceError)) return false;
  const status = error.refusal?.status ?? 0;
  return REFUSED.has(error.code) || (status >= 400 && status < 500 && !PASSING.has(status));
}
