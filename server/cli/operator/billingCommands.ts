import { z } from "zod";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteDiscount,
  insertDiscount,
  insertInvoice,
  listDiscounts,
  listInvoices,
  updateInvoiceStatus,
} from "../../db/tables/billing.ts";
import { command } from "./command.ts";
import { CompanyOption, findCompany } from "./companyCommands.ts";
import { Amount, Moment, MomentOrNone, OperatorError, Text } from "./options.ts";

const InvoiceStatus = z.enum(["paid", "open", "void"]);
const ofCompany = z.strictObject({ company: CompanyOption });

const discountsOf = async (db: Db, companyId: string) => {
  const rows = await listDiscounts(db, companyId);
  return rows.map(({ id, name, percent, ends_at }) => ({ id, name, percent, ends: ends_at?.toISOString() ?? null }));
};

const invoicesOf = async (db: Db, companyId: string) => {
  const rows = await listInvoices(db, companyId);
  return rows.map((row) => ({
    number: row.number,
    issued: row.issued_at.toISOString(),
    due: row.due_at?.toISOString() ?? null,
    amount: (row.amount_cents / 100).toFixed(2),
    currency: row.currency,
    status: row.status,
  }));
};

export const billingCommands = {
  "discount list": command("the discounts of a company", ofCompany, async ({ db }, { company }) =>
    discountsOf(db, (await findCompany(db, company)).id),
  ),
  "discount add": command(
    "gives a company a discount",
    z.strictObject({
      company: CompanyOption,
      name: Text,
      percent: z.coerce.number("must be a number").gt(0, "must be more than 0").max(100, "must be at most 100"),
      ends: MomentOrNone.default(null),
    }),
    async ({ db }, { company, name, percent, ends }) => {
      const { id } = await findCompany(db, company);
      await insertDiscount(db, { id: newId(), company_id: id, name, percent, ends_at: ends });
      return discountsOf(db, id);
    },
  ),
  "discount remove": command(
    "removes a discount",
    z.strictObject({ company: CompanyOption, id: z.string().min(1) }),
    async ({ db }, { company, id }) => {
      const { id: companyId } = await findCompany(db, company);
      if (!(await deleteDiscount(db, companyId, id))) throw new OperatorError(`${company} has no discount ${id}.`);
      return discountsOf(db, companyId);
    },
  ),
  "invoice list": command("the invoices of a company", ofCompany, async ({ db }, { company }) =>
    invoicesOf(db, (await findCompany(db, company)).id),
  ),
  "invoice add": command(
    "adds an invoice",
    z.strictObject({
      company: CompanyOption,
      number: Text,
      amount: Amount,
      currency: z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/, "must be three letters, such as EUR"),
      issued: Moment.default(() => new Date()),
      due: MomentOrNone.default(null),
      status: InvoiceStatus.default("open"),
      url: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
    }),
    async ({ db }, { company, number, amount, currency, issued, due, status, url }) => {
      const { id: companyId } = await findCompany(db, company);
      try {
        await insertInvoice(db, {
          id: newId(),
          company_id: companyId,
          number,
          issued_at: issued,
          due_at: due,
          amount_cents: amount,
          currency,
          status,
          download_url: url ?? null,
        });
      } catch (error) {
        if (!isUniqueViolation(error, "invoices_number_unique")) throw error;
        throw new OperatorError(`${company} has an invoice ${number} already.`, { cause: error });
      }
      return invoicesOf(db, companyId);
    },
  ),
  "invoice set": command(
    "changes the status of an invoice",
    z.strictObject({ company: CompanyOption, number: Text, status: InvoiceStatus }),
    async ({ db }, { company, number, status }) => {
      const { id: companyId } = await findCompany(db, company);
      if (!(await updateInvoiceStatus(db, companyId, number, status)))
        throw new OperatorError(`${company} has no invoice ${number}.`);
      return invoicesOf(db, companyId);
    },
  ),
};
