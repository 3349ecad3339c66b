import type { InvoiceContent } from "../../../contract/billing/invoices.ts";
import type { Db } from "../../db/openDb.ts";
import { findBuyer } from "../../db/tables/companies/billingSettings.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { listAdminReceivers } from "../../db/tables/companies/companyUsers.ts";
import type { Mail } from "../../mail/Mail.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import { dayInWords, moneyInWords } from "./invoicePdf.ts";

export interface MailedDocument {
  readonly companyId: string;
  readonly id: string;
  readonly number: string;
  readonly isCredit: boolean;
  readonly content: InvoiceContent;
  readonly due: Date | null;
}

/** Mails an issued invoice with its PDF to the Admins of the company, each in their language, and to its address for invoices. */
export async function mailInvoice(
  transaction: Db,
  mail: Mail,
  { companyId, id, number, isCredit, content, due }: MailedDocument,
): Promise<void> {
  const { name: company } = await findCompanyById(transaction, companyId);
  const buyer = await findBuyer(transaction, companyId);
  const admins = await listAdminReceivers(transaction, companyId);
  const extra = buyer?.email ?? "";
  const receivers = [
    ...admins,
    ...(extra === "" || admins.some(({ email }) => email === extra)
      ? []
      : [{ name: "", email: extra, language: content.language }]),
  ];
  const mails = receivers.map(({ name, email, language }) => {
    const day = (text: string): string => dayInWords(new Date(`${text}T00:00:00Z`), language);
    return {
      to: email,
      language,
      facts: {
        name,
        company,
        number,
        isCredit,
        amount: moneyInWords(content.gross, content.currency, language),
        days: formatMessage(message("invoice.days", { from: day(content.from), to: day(content.to) }), language),
        due: due === null ? null : dayInWords(due, language),
        link: mail.link("/settings/company"),
      },
      invoice: { companyId, id, number },
    };
  });
  if (mails.length > 0) await mail.postAll(transaction, "invoiceIssued", mails);
}
