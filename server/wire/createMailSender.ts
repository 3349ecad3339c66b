import { readInvoiceFile } from "../access/billing/readInvoiceFile.ts";
import { createSeal } from "../access/keys/secrets.ts";
import type { Seal } from "../Seal.ts";
import { DigestWriter } from "../features/digests/DigestWriter.ts";
import type { NoticeMailFacts } from "../features/notices/NoticeMailer.ts";
import type { WeeklyMailFacts } from "../features/notices/WeeklyMailer.ts";
import { renderWeeklyMail } from "../features/notices/weeklyMail.ts";
import { renderNoticeMail } from "../features/notices/noticeMail.ts";
import { UNSUBSCRIBE_PURPOSE, unsubscribeTokens } from "../features/notices/unsubscribe.ts";
import { maySeeReport } from "../features/reports/reportProjects.ts";
import type { Mail } from "../mail/Mail.ts";
import { MailSender } from "../mail/MailSender.ts";
import { type SmtpSettings, createSmtp } from "../mail/smtp.ts";
import { modelDeps } from "./modelDeps.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";
import { reportFailure } from "./processTasks.ts";

/** Sends the mails of the outbox. */
export function createMailSender(
  server: ServerProcess,
  storage: Storage,
  { smtp, seal, mail }: { readonly smtp: SmtpSettings; readonly seal: Seal; readonly mail: Mail },
): MailSender {
  const { mailRetryDelaysMs: retryDelaysMs } = server.options;
  const { database, keys } = storage;
  const { db } = database;
  const digests = new DigestWriter({ ...modelDeps(server, storage), onError: reportFailure(server, "mails") });
  const tokens = unsubscribeTokens(createSeal(keys, UNSUBSCRIBE_PURPOSE));
  return new MailSender({
    database,
    transport: createSmtp(smtp),
    seal,
    // Only `NoticeMailer` and `WeeklyMailer` store such mails.
    renderDeferred: (facts) => {
      const deps = {
        db,
        link: (path: string) => mail.link(path),
        unsubscribeToken: tokens.make,
        openDigest: digests.open.bind(digests),
      };
      return "week" in facts
        ? renderWeeklyMail(deps, facts as WeeklyMailFacts)
        : renderNoticeMail(deps, facts as NoticeMailFacts);
    },
    maySeeReport: (report) => maySeeReport(db, report),
    attachInvoice: async ({ companyId, id, number }) => {
      const bytes = await readInvoiceFile(db, companyId, id);
      return { name: `${number}.pdf`, type: "application/pdf", base64: Buffer.from(bytes).toString("base64") };
    },
    onError: reportFailure(server, "mails"),
    ...(retryDelaysMs && { retryDelaysMs }),
  });
}
