import type { Seal } from "../access/secrets.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { MailSender } from "../mail/MailSender.ts";
import { createSmtp } from "../mail/smtp.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Sends the mails of the outbox, where the operator has named a mail server. */
export async function startMailSender(server: ServerProcess, database: OpenDb, seal: Seal): Promise<void> {
  const { settings, options, app, onClose } = server;
  const { mailRetryDelaysMs: retryDelaysMs } = options;
  if (!settings.smtp) return;
  const sender = new MailSender({
    database,
    transport: createSmtp(settings.smtp),
    seal,
    onError: (error, about) => app.log.warn({ err: error, ...about }, "a mail could not be sent"),
    ...(retryDelaysMs && { retryDelaysMs }),
  });
  await sender.start();
  onClose(() => sender.stop());
}
