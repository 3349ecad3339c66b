import { readInvoiceFile } from "../access/billing/readInvoiceFile.ts";
import { createSeal } from "../access/secrets.ts";
import type { Seal } from "../Seal.ts";
import { NoticeMailer, type NoticeMailFacts } from "../features/notices/NoticeMailer.ts";
import { WeeklyMailer, type WeeklyMailFacts } from "../features/notices/WeeklyMailer.ts";
import { renderWeeklyMail } from "../features/notices/weeklyMail.ts";
import { renderNoticeMail } from "../features/notices/noticeMail.ts";
import { UNSUBSCRIBE_PURPOSE, unsubscribeTokens } from "../features/notices/unsubscribe.ts";
import type { Mail } from "../mail/Mail.ts";
import { MailSender } from "../mail/MailSender.ts";
import { createSmtp } from "../mail/smtp.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Sends the mails of the outbox, where the operator has named a mail server, and writes those of notifications. */
export async function startMailSender(
  server: ServerProcess,
  { database, keys }: Pick<Storage, "database" | "keys">,
  { seal, mail }: { readonly seal: Seal; readonly mail: Mail },
): Promise<void> {
  const { settings, options, app, onClose } = server;
  const { mailRetryDelaysMs: retryDelaysMs } = options;
  const { log } = app;
  if (!settings.smtp) return;
  const { db } = database;
  const tokens = unsubscribeTokens(createSeal(keys, UNSUBSCRIBE_PURPOSE));
  const sender = new MailSender({
    database,
    transport: createSmtp(settings.smtp),
    seal,
    // Only `NoticeMailer` and `WeeklyMailer` store such mails.
    renderDeferred: (facts) => {
      const deps = { db, link: (path: string) => mail.link(path), unsubscribeToken: tokens.make };
      return "week" in facts
        ? renderWeeklyMail(deps, facts as WeeklyMailFacts)
        : renderNoticeMail(deps, facts as NoticeMailFacts);
    },
    attachInvoice: async ({ companyId, id, number }) => {
      const bytes = await readInvoiceFile(db, companyId, id);
      return { name: `${number}.pdf`, type: "application/pdf", base64: Buffer.from(bytes).toString("base64") };
    },
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
  const weekly = new WeeklyMailer({
    db,
    mail,
    onError: (error) => log.error({ err: error }, "weekly mails could not be written"),
  });
  for (const task of [mailer, weekly]) {
    task.start();
    onClose(() => task.stop());
  }
}
