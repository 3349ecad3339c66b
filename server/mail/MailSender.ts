import { OUTBOX_DELAYS_MS } from "../events/outboxDelays.ts";
import { SECOND_MS } from "../../contract/durations.ts";
import { WakeLoop, withTimeout } from "../concurrency.ts";
import type { Db } from "../db/openDb.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { type OutboxRow, updateMailFailed, updateMailSent } from "../db/tables/notices/outbox.ts";
import {
  type MailAttachment,
  type MailedInvoice,
  type MailedReport,
  OUTBOX_CHANNEL,
  openEmail,
  type StoredEmail,
} from "./Mail.ts";
import type { RenderedEmail } from "./renderEmail.ts";
import { leaseNextMail } from "./outbox.ts";
import { MailTransportError, type MailTransport } from "./smtp.ts";
import type { Seal } from "../Seal.ts";
import { errorMessage } from "../errors.ts";

/** What is due is looked for at this interval at the latest: retries, and what no NOTIFY announced. */
const POLL_INTERVAL_MS = 5 * SECOND_MS;
const STOP_TIMEOUT_MS = 3 * SECOND_MS;
/** Characters of a failure that are stored. */
const MAX_ERROR_LENGTH = 1000;

export interface MailSenderOptions {
  readonly database: Pick<OpenDb, "db" | "listen">;
  readonly transport: MailTransport;
  readonly seal: Seal;
  /** Makes the text of a mail that was stored as facts; null when it need not be sent any more. */
  readonly renderDeferred: (facts: object) => Promise<RenderedEmail | null>;
  /** Whether the receiver of a report may see it now. */
  readonly maySeeReport: (report: MailedReport) => Promise<boolean>;
  /** Makes the file of an invoice. */
  readonly attachInvoice: (invoice: MailedInvoice) => Promise<MailAttachment>;
  readonly onError: (error: unknown, about: { readonly mail?: string }) => void;
  /** Retry delays other than the defaults, for tests. */
  readonly retryDelaysMs?: readonly number[];
}

/** Sends what waits in the outbox, one mail at a time. Several processes may do it: each mail is taken by one of them. */
export class MailSender {
  readonly #db: Db;
  readonly #options: MailSenderOptions;
  readonly #loop: WakeLoop;

  constructor(options: MailSenderOptions) {
    this.#db = options.database.db;
    this.#options = options;
    this.#loop = new WakeLoop({
      run: () => this.#sendDue(),
      listen: (wake) => options.database.listen(OUTBOX_CHANNEL, wake, wake),
      intervalMs: Math.min(POLL_INTERVAL_MS, ...(options.retryDelaysMs ?? [])),
      onError: (error) => options.onError(error, {}),
    });
  }

  async start(): Promise<void> {
    await this.#loop.start();
    this.#loop.wake();
  }

  /** Waits a moment for the mail that is being sent. An unfinished one is sent again after its lease. */
  async stop(): Promise<void> {
    await withTimeout(this.#loop.stop(), STOP_TIMEOUT_MS);
    this.#options.transport.close();
  }

  async #sendDue(): Promise<void> {
    for (let row = await leaseNextMail(this.#db, new Date()); row; row = await leaseNextMail(this.#db, new Date())) {
      await this.#send(row);
      if (this.#loop.isStopped) return;
    }
  }

  async #send(row: OutboxRow): Promise<void> {
    const { id, recipient, content, expires_at, attempts } = row;
    if (content === null || (expires_at !== null && expires_at <= new Date())) {
      await updateMailFailed(this.#db, id, "What it holds had expired before it could be sent.", null);
      return;
    }
    try {
      const { invoice, ...stored } = openEmail(this.#options.seal, { id, content });
      const mail = await this.#render(stored);
      if (mail === null) {
        await updateMailFailed(this.#db, id, "What it reports was read, or may not be seen any more.", null);
        return;
      }
      const attachments = invoice && [await this.#options.attachInvoice(invoice)];
      await this.#options.transport.send({ id, to: recipient, ...mail, ...(attachments && { attachments }) });
    } catch (error) {
      const delays = this.#options.retryDelaysMs ?? OUTBOX_DELAYS_MS;
      const delay = error instanceof MailTransportError && !error.isFinal ? delays[attempts - 1] : undefined;
      const message = errorMessage(error).slice(0, MAX_ERROR_LENGTH);
      await updateMailFailed(this.#db, id, message, delay === undefined ? null : new Date(Date.now() + delay));
      this.#options.onError(error, { mail: id });
      return;
    }
    await updateMailSent(this.#db, id, new Date());
  }

  /** The text as its receiver may see it now; null where that is nothing. */
  async #render({ deferred, report, ...stored }: Omit<StoredEmail, "invoice">): Promise<RenderedEmail | null> {
    const { renderDeferred, maySeeReport } = this.#options;
    if (deferred !== undefined) return renderDeferred(deferred);
    return report === undefined || (await maySeeReport(report)) ? stored : null;
  }
}
