import type { FastifyBaseLogger } from "fastify";
import type { Invoker } from "../../http/invoker.ts";
import type { ReportFile } from "../../../contract/insights/reportRules.ts";
import { REPORT_LIMITS } from "../../../contract/insights/reportRules.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { principalOf } from "../../access/sessions/sessions.ts";
import { PeriodicRunner, Semaphore } from "../../concurrency.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteRunsBeyond,
  insertRuns,
  leaseDueRun,
  type ReportRunEntry,
  updateWaitingRun,
} from "../../db/tables/insights/reportRuns.ts";
import {
  findReceiverPrincipal,
  findReport,
  listReceivers,
  listScheduledReceivers,
  lockReceiver,
} from "../../db/tables/insights/reports.ts";
import { ApiError } from "../../errors.ts";
import type { Mail, MailAttachment } from "../../mail/Mail.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import type { Seal } from "../../Seal.ts";
import { packContent } from "./archive.ts";
import type { Browser } from "../../printing/Browser.ts";
import { reportHeight } from "./reportHeight.ts";
import { makeReport } from "./makeReport.ts";
import type { ReportContent } from "./reportContent.ts";
import { reportCsv } from "./reportCsv.ts";
import { reportFileName, reportHtml, reportText } from "./reportDocument.ts";
import { lastDue } from "../../jobs/localSchedule.ts";
import { unsubscribePathOf } from "./reportUnsubscribe.ts";

const POLL_INTERVAL_MS = 20 * SECOND_MS;
/** Calls of cards at a time: readers of dashboards come first. */
const CONCURRENT_CALLS = 2;
const PAGE_RECEIVERS = 500;
/** How long a process may take for one report before another one makes it. Longer than all its time limits together. */
const LEASE_MS = 6 * MINUTE_MS;
/** How long a file waits for the browser, which prints one at a time. */
const PRINT_WAIT_MS = 30 * SECOND_MS;
const RETRY_DELAYS_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS] as const;
/** A report that was due earlier, while the server was stopped, is left out for the next one. */
const MAX_LATE_MS = DAY_MS;

export interface ReportRunnerOptions {
  readonly db: Db;
  readonly mail: Mail;
  readonly invoke: Invoker["invoke"];
  /** Undefined: this server makes no PDF and PNG. */
  readonly browser: Browser | undefined;
  readonly seal: Seal;
  readonly log: FastifyBaseLogger;
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
}

/**
 * Makes the reports that are due. A run is one row for each report, receiver and time, and its mail is stored in the transaction that marks the
 * row as sent, so several processes may do it, and one that is killed leaves a run that is repeated after its lease.
 */
export class ReportRunner extends PeriodicRunner {
  readonly #options: ReportRunnerOptions;
  readonly #permits = new Semaphore(CONCURRENT_CALLS);
  #turn: Promise<void> = Promise.resolve();
  #nextTurn: Promise<void> | undefined;
  /** The company whose run was made last. */
  #lastCompany = "";

  constructor(options: ReportRunnerOptions) {
    super(POLL_INTERVAL_MS, options.onError);
    this.#options = options;
  }

  /** Stores what is due now as runs, and makes those that wait, one at a time; calls while one is made share the next turn. */
  run(): Promise<void> {
    this.#nextTurn ??= this.#turn
      .catch(() => undefined)
      .then(() => {
        this.#nextTurn = undefined;
        this.#turn = this.#runTurn();
        return this.#turn;
      });
    return this.#nextTurn;
  }

  async #runTurn(): Promise<void> {
    const { db } = this.#options;
    await this.#schedule();
    while (!this.isStopped) {
      const now = this.#now();
      const leaseUntil = new Date(now.getTime() + LEASE_MS);
      const run = await leaseDueRun(db, { now, leaseUntil, after: this.#lastCompany });
      if (!run) return;
      this.#lastCompany = run.company_id;
      await this.#make(run);
    }
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #schedule(): Promise<void> {
    const { db } = this.#options;
    const now = this.#now();
    let after = { report: "", user: "" };
    for (;;) {
      const page = await listScheduledReceivers(db, after, PAGE_RECEIVERS);
      const due = page.flatMap((receiver) => {
        const at = lastDue(receiver.schedule, now, receiver.time_zone);
        const isNew = at > receiver.scheduled_from && (receiver.last_due === null || at > receiver.last_due);
        return isNew && now.getTime() - at.getTime() <= MAX_LATE_MS ? [{ ...receiver, at }] : [];
      });
      await insertRuns(
        db,
        due.map(({ id, user_id, at }) => ({
          id: newId(),
          report_id: id,
          user_id,
          due_at: at,
          state: "waiting" as const,
          next_attempt_at: now,
        })),
      );
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_RECEIVERS) return;
      after = { report: last.id, user: last.user_id };
    }
  }

  async #make(run: ReportRunEntry): Promise<void> {
    const { db, onError } = this.#options;
    const failed = { state: "failed", detail: serializeMessage(message("report.failed")) } as const;
    // Each of its attempts has ended the process, without an error that would be counted here.
    if (run.attempts > RETRY_DELAYS_MS.length + 1) return void (await updateWaitingRun(db, run, failed));
    try {
      await this.#makeAndPost(run);
    } catch (error) {
      if (error instanceof ApiError && [403, 404].includes(error.status)) {
        await updateWaitingRun(db, run, { state: "left", detail: serializeMessage(error.text) });
        return;
      }
      onError(error);
      const delay = RETRY_DELAYS_MS[run.attempts - 1];
      await updateWaitingRun(
        db,
        run,
        delay === undefined ? failed : { next_attempt_at: new Date(this.#now().getTime() + delay) },
      );
    }
  }

  async #makeAndPost(run: ReportRunEntry): Promise<void> {
    const { db, mail, seal, invoke, log } = this.#options;
    const row = await findReceiverPrincipal(db, run.user_id);
    const user = row && principalOf(row, "", this.#now());
    const report = user && (await findReport(db, user.companyId, run.report_id));
    const skip = (detail: Message) => updateWaitingRun(db, run, { state: "left", detail: serializeMessage(detail) });
    if (!user || !report) return void (await skip(message("report.gone")));
    if (!planHas(user.plan, "custom_reports")) return void (await skip(message("plan.custom_reports")));
    // It is sent in the owner's name.
    if (report.owner === null) return void (await skip(message("report.owner_left")));
    const receiver = (await listReceivers(db, [report.id])).find(({ id }) => id === user.id);
    // A run that its owner asked for has no receiver's row.
    if (receiver === undefined ? report.owner_id !== user.id : receiver.left_at !== null)
      return void (await skip(message("report.has_left")));
    const content = await makeReport(
      { db, invoke, log, permits: this.#permits, now: () => this.#now() },
      user,
      report,
      run,
    );
    const rendering = {
      language: user.language,
      link: (path: string) => mail.link(path),
      footer: [message("report.footer", { owner: report.owner ?? "–", reports: mail.link("/reports") })],
    };
    const { attachments, lacksFiles } = await this.#filesOf(content, report.files, rendering);
    const footer = [...(lacksFiles ? [message("report.no_files")] : []), ...rendering.footer];
    const stored = await packContent(content);
    await db.transaction().execute(async (tx) => {
      // Who left while the report was made gets none; the next attempt, at once, finds out why.
      if (!(await lockReceiver(tx, { userId: user.id, reportId: report.id, companyId: report.company_id }))) {
        await updateWaitingRun(tx, run, { next_attempt_at: this.#now() });
        return;
      }
      const isMine = await updateWaitingRun(tx, run, {
        state: mail.isSent ? "sent" : "kept",
        detail: null,
        content: stored,
      });
      if (!isMine) return;
      await mail.postReport(tx, {
        to: user.email,
        language: user.language,
        email: {
          subject: content.name,
          html: reportHtml(content, { ...rendering, charts: false, footer }),
          text: reportText(content, { ...rendering, charts: false, footer }),
          unsubscribe: mail.link(unsubscribePathOf(seal, report.id, user.id)),
          attachments,
        },
        report: { id: report.id, companyId: report.company_id, userId: user.id, projects: content.projects ?? [] },
        expires: new Date(this.#now().getTime() + 2 * DAY_MS),
      });
      await deleteRunsBeyond(tx, report.id, user.id, REPORT_LIMITS.kept);
    });
  }

  /** A browser that fails leaves its files out; the mail has the numbers. */
  async #filesOf(
    content: ReportContent,
    files: readonly ReportFile[],
    rendering: Omit<Parameters<typeof reportHtml>[1], "charts">,
  ): Promise<{ readonly attachments: readonly MailAttachment[]; readonly lacksFiles: boolean }> {
    const { browser, onError } = this.#options;
    const name = reportFileName(content);
    const attachments: MailAttachment[] = [];
    let lacksFiles = false;
    for (const kind of files) {
      if (kind === "csv") {
        const csv = Buffer.from(reportCsv(content, rendering.language));
        attachments.push({ name: `${name}.csv`, type: "text/csv; charset=utf-8", base64: csv.toString("base64") });
        continue;
      }
      try {
        if (browser === undefined) throw new Error("There is no browser.");
        const bytes = await browser.print(
          reportHtml(content, { ...rendering, charts: true }),
          kind,
          reportHeight(content),
          AbortSignal.timeout(PRINT_WAIT_MS),
        );
        attachments.push({
          name: `${name}.${kind}`,
          type: kind === "pdf" ? "application/pdf" : "image/png",
          base64: Buffer.from(bytes).toString("base64"),
        });
      } catch (error) {
        lacksFiles = true;
        if (browser !== undefined) onError(error);
      }
    }
    return { attachments, lacksFiles };
  }
}
