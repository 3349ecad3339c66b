/**
 * The outbox. A mail is written in the transaction of the change that it reports, so that neither exists without the other, and is sent after
 * the commit. Its text is sealed, because it has links and codes that the database otherwise stores only as hashes.
 */
import { newId } from "../db/newId.ts";
import { notify } from "../db/notify.ts";
import type { Db } from "../db/openDb.ts";
import { insertMail } from "../db/tables/outbox.ts";
import type { EmailFacts, EmailKind } from "./emailTemplates.ts";
import type { Language } from "../messages/messages.ts";
import { renderEmail, type RenderedEmail } from "./renderEmail.ts";

/** The NOTIFY channel that wakes the sender of every process. */
export const OUTBOX_CHANNEL = "clew_outbox";

/** Seals and opens a letter's text, bound to its row. */
export interface Seal {
  seal(text: string, about: string): Uint8Array;
  /** @throws Error when it was sealed with another key, or belongs to another row */
  open(sealed: Uint8Array, about: string): string;
}

export interface NewEmail<K extends EmailKind> {
  readonly to: string;
  readonly language: Language;
  readonly facts: EmailFacts<K>;
  /** Not worth sending afterwards: what it holds does not work any more. */
  readonly expires?: Date;
}

/** A letter whose text depends on what its receiver may see when it is sent. */
export interface DeferredEmail {
  readonly to: string;
  readonly language: Language;
  /** What JSON can hold. */
  readonly facts: object;
  readonly expires: Date;
}

export interface Mail {
  /** False: no mail server is set, and letters are kept for the operator. */
  readonly isSent: boolean;
  /** The full address of a path of the web app. */
  link(path: string): string;
  /** Writes a letter into the outbox. @returns its id there */
  post<K extends EmailKind>(transaction: Db, kind: K, letter: NewEmail<K>): Promise<string>;
  /** Writes a letter about notices whose text is made when it is sent, from the facts. @returns its id there */
  postDeferred(transaction: Db, letter: DeferredEmail): Promise<string>;
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
    kind: EmailKind,
    { to, language, expires }: Pick<NewEmail<EmailKind>, "to" | "language" | "expires">,
    letter: StoredEmail,
  ): Promise<string> => {
    const id = newId();
    await insertMail(transaction, {
      id,
      kind,
      recipient: to,
      language,
      subject: letter.subject,
      content: Buffer.from(seal.seal(JSON.stringify(letter), sealedAs(id))),
      state: isSent ? "waiting" : "kept",
      next_attempt_at: new Date(),
      expires_at: expires ?? null,
      sent_at: null,
      last_error: null,
    });
    if (isSent) await wakeSender(transaction);
    return id;
  };
  return {
    isSent,
    link: (path) => publicUrl() + path,
    post: (transaction, kind, letter) =>
      insert(transaction, kind, letter, renderEmail(kind, letter.language, letter.facts)),
    postDeferred: (transaction, letter) =>
      insert(transaction, "notices", letter, { subject: "Clew", text: "", html: "", deferred: letter.facts }),
  };
}

/** Heard when the transaction commits. */
export const wakeSender = (transaction: Db): Promise<void> => notify(transaction, OUTBOX_CHANNEL);

const sealedAs = (id: string): string => `outbox:${id}`;

/** `deferred`: the facts of a letter whose text is made when it is sent. */
export type StoredEmail = RenderedEmail & { readonly deferred?: object };

/** @throws Error when the text cannot be opened */
export function openEmail(seal: Seal, row: { readonly id: string; readonly content: Uint8Array }): StoredEmail {
  // Only `insert` writes this column.
  return JSON.parse(seal.open(row.content, sealedAs(row.id))) as StoredEmail;
}
