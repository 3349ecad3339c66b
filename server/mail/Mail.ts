/**
 * The outbox. A mail is written in the transaction of the change that it reports, so that neither exists without the other, and is sent after
 * the commit. Its text is sealed, because it has links and codes that the database otherwise stores only as hashes.
 */
import type { Seal } from "../Seal.ts";
import { newId } from "../db/newId.ts";
import { notify } from "../db/notify.ts";
import type { Db } from "../db/openDb.ts";
import { insertMails } from "../db/tables/notices/outbox.ts";
import type { EmailFacts, EmailKind } from "./emailTemplates.ts";
import type { Language } from "../messages/messages.ts";
import { renderEmail, type RenderedEmail } from "./renderEmail.ts";

/** The NOTIFY channel that wakes the sender of every process. */
export const OUTBOX_CHANNEL = "clew_outbox";

export interface NewEmail<K extends EmailKind> {
  readonly to: string;
  readonly language: Language;
  readonly facts: EmailFacts<K>;
  /** Not worth sending afterwards: what it holds does not work any more. */
  readonly expires?: Date;
  /** An issued invoice whose PDF is attached when the mail is sent. */
  readonly invoice?: MailedInvoice;
}

/** An invoice does not change, so that a mail has its id and not its PDF. */
export interface MailedInvoice {
  readonly companyId: string;
  readonly id: string;
  readonly number: string;
}

/** A mail whose text depends on what its receiver may see when it is sent. */
export interface DeferredEmail {
  readonly to: string;
  readonly language: Language;
  /** What JSON can hold. */
  readonly facts: object;
  readonly expires: Date;
}

/** A file of a mail. */
export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

/** A report as its mail has it: what decides whether its receiver may still see it. */
export interface MailedReport {
  readonly id: string;
  readonly companyId: string;
  readonly userId: string;
  /** Ids of the projects that it has numbers of. */
  readonly projects: readonly string[];
}

/** The mail of a report, whose text is made by the caller. */
export interface ReportMail {
  readonly to: string;
  readonly language: Language;
  readonly email: RenderedEmail;
  readonly report: MailedReport;
  readonly expires: Date;
}

export interface Mail {
  /** False: no mail server is set, and mails are kept for the operator. */
  readonly isSent: boolean;
  /** The full address of a path of the web app. */
  link(path: string): string;
  /** Writes a mail into the outbox. */
  post<K extends EmailKind>(transaction: Db, kind: K, mail: NewEmail<K>): Promise<void>;
  /** Writes several mails of one kind, in one statement. */
  postAll<K extends EmailKind>(transaction: Db, kind: K, mails: readonly NewEmail<K>[]): Promise<void>;
  /** Writes a mail about notices whose text is made when it is sent, from the facts. */
  postDeferred(transaction: Db, mail: DeferredEmail): Promise<void>;
  /** Writes the mail of a report. It is not sent where its receiver may not see the report any more by then. */
  postReport(transaction: Db, mail: ReportMail): Promise<void>;
}

export interface MailOptions {
  readonly isSent: boolean;
  readonly seal: Seal;
  /** Where people reach the web app, without a slash at the end. */
  readonly publicUrl: () => string;
}

export function createMail({ isSent, seal, publicUrl }: MailOptions): Mail {
  const insert = async (
    transaction: Db,
    kind: EmailKind | "report",
    mails: readonly (Pick<NewEmail<EmailKind>, "to" | "language" | "expires"> & { readonly stored: StoredEmail })[],
  ): Promise<void> => {
    const rows = mails.map(({ to, language, expires, stored }) => {
      const id = newId();
      return {
        id,
        kind,
        recipient: to,
        language,
        subject: stored.subject,
        content: Buffer.from(seal.seal(JSON.stringify(stored), sealedAs(id))),
        state: isSent ? ("waiting" as const) : ("kept" as const),
        next_attempt_at: new Date(),
        expires_at: expires ?? null,
        sent_at: null,
        last_error: null,
      };
    });
    await insertMails(transaction, rows);
    if (isSent) await wakeSender(transaction);
  };
  const postAll: Mail["postAll"] = (transaction, kind, mails) =>
    insert(
      transaction,
      kind,
      mails.map((mail) => ({
        ...mail,
        stored: {
          ...renderEmail(kind, mail.language, mail.facts),
          ...(mail.invoice && { invoice: mail.invoice }),
        },
      })),
    );
  return {
    isSent,
    link: (path) => publicUrl() + path,
    post: (transaction, kind, mail) => postAll(transaction, kind, [mail]),
    postAll,
    postDeferred: (transaction, mail) => {
      const stored = { subject: "Clew", text: "", html: "", deferred: mail.facts };
      return insert(transaction, "notices", [{ ...mail, stored }]);
    },
    postReport: (transaction, { email, report, ...mail }) =>
      insert(transaction, "report", [{ ...mail, stored: { ...email, report } }]),
  };
}

/** Heard when the transaction commits. */
export const wakeSender = (transaction: Db): Promise<void> => notify(transaction, OUTBOX_CHANNEL);

const sealedAs = (id: string): string => `outbox:${id}`;

/** `deferred`: the facts of a mail whose text is made when it is sent. `invoice`: what is attached then. `report`: what is checked then. */
export type StoredEmail = RenderedEmail & {
  readonly deferred?: object;
  readonly invoice?: MailedInvoice;
  readonly report?: MailedReport;
};

/** @throws Error when the text cannot be opened */
export function openEmail(seal: Seal, row: { readonly id: string; readonly content: Uint8Array }): StoredEmail {
  // Only `insert` writes this column.
  return JSON.parse(seal.open(row.content, sealedAs(row.id))) as StoredEmail;
}
