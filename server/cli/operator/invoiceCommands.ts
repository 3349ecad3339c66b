import { writeFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { PLAN_NAMES } from "../../../contract/constants.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { BILLING_PERIODS } from "../../../contract/billing/invoices.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  findInvoiceByNumber,
  insertInvoice,
  listInvoices,
  updateInvoiceStatus,
} from "../../db/tables/companies/billing.ts";
import { operatorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { shownAmount } from "../../access/billing/shownAmount.ts";
import { invoicePdf } from "../../access/billing/invoicePdf.ts";
import {
  composeChange,
  composePeriod,
  issueChange,
  issueCredit,
  issuePeriod,
} from "../../access/billing/issueInvoice.ts";
import type { Mail } from "../../mail/Mail.ts";
import { command } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { contentRows } from "./invoiceRows.ts";
import { orSay } from "./orSay.ts";
import { Amount, Currency, Day, Moment, MomentOrNone, OperatorError, Text, YesOrNo } from "./options.ts";

const InvoiceStatus = z.enum(["paid", "open", "void"]);
const ofCompany = z.strictObject({ company: CompanyOption });
const ofInvoice = z.strictObject({ company: CompanyOption, number: Text });
const DueDays = z.coerce.number("must be a number").int("must be a whole number").min(0).max(365).default(14);
const amountOf = (cents: number): string => (cents / 100).toFixed(2);

const invoicesOf = async (db: Db, companyId: string) => {
  const rows = await listInvoices(db, companyId);
  return rows.map((row) => ({
    number: row.number,
    kind: row.kind,
    issued: row.issued_at.toISOString(),
    due: row.due_at?.toISOString() ?? null,
    amount: amountOf(row.amount_cents),
    currency: row.currency,
    status: row.status,
  }));
};

const timesOf = (dueDays: number, mail: Mail) => {
  const now = new Date();
  return { now, due: new Date(now.getTime() + dueDays * DAY_MS), mail };
};

export const invoiceCommands = {
  "invoice list": command("the invoices of a company", ofCompany, async ({ db }, { company }) =>
    invoicesOf(db, (await findCompany(db, company)).id),
  ),
  "invoice issue": command(
    "issues the invoice of a company for a month or year from a day on; --dry-run yes shows its rows",
    z.strictObject({
      company: CompanyOption,
      from: Day,
      period: z.enum(BILLING_PERIODS).default("monthly"),
      credit: Amount.default(0),
      "credit-name": Text.default("-"),
      "due-days": DueDays,
      "dry-run": YesOrNo,
    }),
    async (
      { db, mail },
      { company, from, period, credit, "credit-name": name, "due-days": dueDays, "dry-run": dryRun },
    ) => {
      const { id } = await findCompany(db, company);
      const order = { period, from, credit: { name, cents: credit } };
      if (dryRun === "yes") return contentRows(await orSay(composePeriod(db, id, order)));
      const number = await orSay(issuePeriod(db, id, order, timesOf(dueDays, mail)));
      return (await invoicesOf(db, id)).filter((row) => row.number === number);
    },
  ),
  "invoice change": command(
    "issues what a change of plan within the period of an invoice costs or gives back, by days; --dry-run yes shows its rows",
    z.strictObject({
      company: CompanyOption,
      number: Text,
      plan: z.enum(PLAN_NAMES),
      on: Day,
      "due-days": DueDays,
      "dry-run": YesOrNo,
    }),
    async ({ db, mail }, { company, number, plan, on, "due-days": dueDays, "dry-run": dryRun }) => {
      const { id } = await findCompany(db, company);
      const change = { number, plan, on };
      if (dryRun === "yes") return contentRows(await orSay(composeChange(db, id, change)));
      const issued = await orSay(issueChange(db, id, change, timesOf(dueDays, mail)));
      return (await invoicesOf(db, id)).filter((row) => row.number === issued);
    },
  ),
  "invoice credit": command(
    "takes an issued invoice back by a credit note; the invoice becomes void",
    ofInvoice,
    async ({ db, mail }, { company, number }) => {
      const { id } = await findCompany(db, company);
      await orSay(issueCredit(db, id, number, { now: new Date(), mail }));
      return invoicesOf(db, id);
    },
  ),
  "invoice pdf": command(
    "writes the PDF of an issued invoice to a new file, which is named with its whole path",
    z.strictObject({
      company: CompanyOption,
      number: Text,
      file: z.string().refine(isAbsolute, "must be a whole path, such as /tmp/invoice.pdf"),
    }),
    async ({ db }, { company, number, file }) => {
      const { id } = await findCompany(db, company);
      const row = await findInvoiceByNumber(db, id, number);
      if (!row?.content) throw new OperatorError(`${company} has no invoice ${number} that was issued here.`);
      const { kind, issued_at: issued, due_at: due, content } = row;
      const bytes = await invoicePdf({ number, kind, issued, due, content });
      try {
        await writeFile(file, bytes, { flag: "wx" });
      } catch (error) {
        const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
        throw new OperatorError(`${file} cannot be written (${reason}). Name a file that does not exist.`, {
          cause: error,
        });
      }
      return [{ number, file, bytes: bytes.length }];
    },
  ),
  "invoice add": command(
    "adds an invoice of another system, with its number",
    z.strictObject({
      company: CompanyOption,
      number: Text,
      amount: Amount,
      currency: Currency,
      issued: Moment.default(() => new Date()),
      due: MomentOrNone.default(null),
      status: InvoiceStatus.default("open"),
      url: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
    }),
    async ({ db }, { company, number, amount, currency, issued, due, status, url }) => {
      const { id: companyId } = await findCompany(db, company);
      try {
        await db.transaction().execute(async (transaction) => {
          const id = newId();
          await insertInvoice(transaction, {
            id,
            company_id: companyId,
            number,
            issued_at: issued,
            due_at: due,
            amount_cents: amount,
            currency,
            status,
            download_url: url ?? null,
          });
          await recordAuditEvent(transaction, operatorOf(companyId), {
            action: "invoice.added",
            subject: { kind: "invoice", id, name: number },
            after: { amount: shownAmount(amount, currency), invoice_status: status },
          });
        });
      } catch (error) {
        if (!isUniqueViolation(error, "invoices_number_unique")) throw error;
        throw new OperatorError(`${company} has an invoice ${number} already.`, { cause: error });
      }
      return invoicesOf(db, companyId);
    },
  ),
  "invoice set": command(
    "changes the status of an invoice: that it was paid, or that it was not",
    z.strictObject({ company: CompanyOption, number: Text, status: InvoiceStatus }),
    async ({ db }, { company, number, status }) => {
      const { id: companyId } = await findCompany(db, company);
      const invoice = await findInvoiceByNumber(db, companyId, number);
      if (!invoice) throw new OperatorError(`${company} has no invoice ${number}.`);
      if (invoice.sequence !== null && (status === "void") !== (invoice.status === "void"))
        throw new OperatorError(`An issued invoice becomes void by a credit note alone: clew operator invoice credit`);
      if (status === invoice.status) return invoicesOf(db, companyId);
      await db.transaction().execute(async (transaction) => {
        await updateInvoiceStatus(transaction, companyId, number, status);
        await recordAuditEvent(transaction, operatorOf(companyId), {
          action: "invoice.status_changed",
          subject: { kind: "invoice", id: invoice.id, name: number },
          before: { invoice_status: invoice.status },
          after: { invoice_status: status },
        });
      });
      return invoicesOf(db, companyId);
    },
  ),
};
