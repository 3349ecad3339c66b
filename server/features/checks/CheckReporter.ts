import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { PeriodicTask } from "../../concurrency.ts";
import {
  type TakenCheckRun,
  delayCheckRuns,
  postponeCheckRun,
  queueCheckRuns,
  settleCheckRun,
  takeCheckRun,
  updateCheckFailure,
} from "../../db/tables/requestCheckRuns.ts";
import { type Language, serializeMessage } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { AppAccess } from "../apps/appsDeps.ts";
import { reportCheck } from "../apps/reportCheck.ts";
import type { ComposedCheck } from "./composeCheck.ts";

const POLL_INTERVAL_MS = 5 * SECOND_MS;
/** Longer than composing and sending a report takes: after it another process may report. */
const LEASE_MS = 3 * MINUTE_MS;
const TIMEOUT_MS = 2 * MINUTE_MS;
/** Reports of one source that wait at once; its other requests follow. */
const MAX_QUEUED = 50;
/** Reports that one process makes at the same time, and in one look; the others wait for the next look, so that a new one is seen soon. */
const MAX_AT_ONCE = 4;
const MAX_REPORTS = 20;
/** After each attempt the next one waits four times as long: a minute, four minutes, up to an hour. */
const FIRST_WAIT_MS = MINUTE_MS;
const MAX_WAIT_MS = 60 * MINUTE_MS;
const MAX_ATTEMPTS = 8;

export interface CheckReporterDeps extends AppAccess {
  /** Composes the text of a check in an engine thread. */
  readonly compose: (run: TakenCheckRun, signal: AbortSignal) => Promise<ComposedCheck | null>;
  /** The address of a page of the app. */
  readonly link: (path: string) => string;
}

/** Reports on the requests of sources that chose it. Several processes may do it at once: a report is taken by one of them. */
export class CheckReporter {
  readonly #deps: CheckReporterDeps;
  readonly #onError: (error: unknown) => void;
  readonly #polling: PeriodicTask;
  readonly #stopping = new AbortController();

  constructor(deps: CheckReporterDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
    this.#polling = new PeriodicTask(() => this.run(), POLL_INTERVAL_MS, onError);
  }

  start(intervalMs?: number): void {
    this.#polling.start(intervalMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#polling.stop();
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
      const run = await takeCheckRun(db, LEASE_MS);
      if (!run) return;
      try {
        await this.#report(run);
      } catch (error) {
        await this.#fail(run, error);
      }
    }
  }

  async #report(run: TakenCheckRun): Promise<void> {
    const { db, compose, link } = this.#deps;
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const installationId = run.app_installation_id;
    // Its access was changed, or it is paused: it reports again when it has a new head.
    const composed = run.paused_at !== null || installationId === null ? null : await compose(run, signal);
    if (composed === null || installationId === null) return settleCheckRun(db, run, "outdated");
    const check = {
      repositoryUrl: run.url,
      number: run.number,
      head: run.head,
      externalId: `clew-${run.number}-${run.head}`,
      title: composed.title,
      summary: composed.summary,
      asksForAction: composed.findings.some((kind) => run.blocking.includes(kind)),
      pageUrl: link(`/projects/${encodeURIComponent(run.slug)}/requests/${encodeURIComponent(run.id)}`),
    };
    const outcome = await reportCheck(this.#deps, { companyId: run.company_id, installationId }, check, signal);
    await settleCheckRun(db, run, outcome);
    if (outcome === "reported") await updateCheckFailure(db, run.source_id, null);
  }

  async #fail(run: TakenCheckRun, error: unknown): Promise<void> {
    const { db } = this.#deps;
    if (!(error instanceof SourceError)) this.#onError(error);
    else if (error.code !== "aborted") await updateCheckFailure(db, run.source_id, serializeMessage(error.text));
    const isRefused = error instanceof SourceError && ["forbidden", "unauthorized", "not_found"].includes(error.code);
    if (isRefused || run.attempts >= MAX_ATTEMPTS) return settleCheckRun(db, run, "refused");
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 4 ** (run.attempts - 1));
    const asked = (error instanceof SourceError && error.retryAfterMs) || 0;
    if (error instanceof SourceError && error.code === "rate_limited")
      await delayCheckRuns(db, run.source_id, Math.max(FIRST_WAIT_MS, asked));
    await postponeCheckRun(db, run, Math.max(wait, asked));
  }
}

/** The language of the texts at the host, as a row has it. */
export const checkLanguage = ({ language }: Pick<TakenCheckRun, "language">): Language =>
  language === "TR" ? "TR" : "EN";
