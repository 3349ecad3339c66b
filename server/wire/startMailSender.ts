import type { FastifyBaseLogger } from "fastify";
import type { Seal } from "../access/secrets.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { MailSender } from "../mail/MailSender.ts";
import { createSmtp } from "../mail/smtp.ts";
import type { Settings } from "../settings.ts";
import type { OnClose } from "./onClose.ts";

export interface MailSenderDeps {
  readonly settings: Pick<Settings, "smtp">;
  readonly database: OpenDb;
  readonly seal: Seal;
  /** Milliseconds after the first, second … failure to send a mail. */
  readonly retryDelaysMs: readonly number[] | undefined;
  readonly log: FastifyBaseLogger;
  readonly onClose: OnClose;
}

/** Sends the mails of the outbox, where the operator has named a mail server. */
export async function startMailSender(deps: MailSenderDeps): Promise<void> {
  const { settings, database, seal, retryDelaysMs, log, onClose } = deps;
  if (!settings.smtp) return;
  const sender = new MailSender({
    database,
    transport: createSmtp(settings.smtp),
    seal,
    onError: (error, about) => log.warn({ err: error, ...about }, "a mail could not be sent"),
    ...(retryDelaysMs && { retryDelaysMs }),
  });
  await sender.start();
  onClose(() => sender.stop());
}
