import type { FastifyBaseLogger } from "fastify";
import type { KeyRing } from "../access/KeyRing.ts";
import { type Seal, createSeal } from "../access/secrets.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { NoticeMailer, type NoticeMailFacts } from "../features/notifications/NoticeMailer.ts";
import { renderNoticeMail } from "../features/notifications/noticeMail.ts";
import { UNSUBSCRIBE_PURPOSE, unsubscribeTokens } from "../features/notifications/unsubscribe.ts";
import type { Mail } from "../mail/Mail.ts";
import { MailSender } from "../mail/MailSender.ts";
import { createSmtp } from "../mail/smtp.ts";
import type { Settings } from "../settings.ts";
import type { OnClose } from "./onClose.ts";

export interface MailSenderDeps {
  readonly settings: Pick<Settings, "smtp">;
  readonly database: OpenDb;
  readonly seal: Seal;
  readonly mail: Mail;
  readonly keys: KeyRing;
  /** Milliseconds after the first, second … failure to send a mail. */
  readonly retryDelaysMs: readonly number[] | undefined;
  readonly log: FastifyBaseLogger;
  readonly onClose: OnClose;
}

/** Sends the mails of the outbox, where the operator has named a mail server. */
export async function startMailSender(deps: MailSenderDeps): Promise<void> {
  const { settings, database, seal, mail, keys, retryDelaysMs, log, onClose } = deps;
  if (!settings.smtp) return;
  const { db } = database;
  const tokens = unsubscribeTokens(createSeal(keys, UNSUBSCRIBE_PURPOSE));
  const sender = new MailSender({
    database,
    transport: createSmtp(settings.smtp),
    seal,
    // Only `NoticeMailer` stores such letters.
    renderDeferred: (facts) =>
      renderNoticeMail({ db, link: mail.link, unsubscribeToken: tokens.make }, facts as NoticeMailFacts),
    onError: (error, about) => log.warn({ err: error, ...about }, "a mail could not be sent"),
    ...(retryDelaysMs && { retryDelaysMs }),
  });
  await sender.start();
  onClose(() => sender.stop());
  const mailer = new NoticeMailer({
    db,
    mail,
    onError: (error) => log.error({ err: error }, "notifications could not be mailed"),
  });
  mailer.start();
  onClose(() => mailer.stop());
}
