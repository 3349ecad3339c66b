/** Issuing: an invoice is composed from what is stored, gets the next number, and does not change after that. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { BillingPeriod, InvoiceContent, InvoiceRow } from "../../../contract/billing/invoices.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  findInvoiceByNumber,
  findPlanChange,
  insertInvoice,
  listCurrentDiscounts,
  updateInvoiceStatus,
} from "../../db/tables/companies/billing.ts";
import { findBuyer, findPrice, findSeller, takeInvoiceNumber } from "../../db/tables/companies/billingSettings.ts";
import { deleteDraft } from "../../db/tables/companies/billingSchedules.ts";
import { findCompanyById, lockCompany } from "../../db/tables/companies/companies.ts";
import { countUsedSeats } from "../../db/tables/companies/seats.ts";
import type { Mail } from "../../mail/Mail.ts";
import { operatorOf, recordAuditEvent } from "../auditLog.ts";
import { chargedPlan } from "../subscription.ts";
import { shownAmount } from "./shownAmount.ts";
import { totalsOf, type Discount } from "./amounts.ts";
import { changeRows, creditOf, invoiceRows, type Charge } from "./composeInvoice.ts";
import { mailInvoice } from "./mailInvoice.ts";
import { periodEnd } from "./period.ts";

type Plan = InvoiceContent["plan"];

/** Why an invoice cannot be issued, as a sentence for the operator. */
export class CannotIssue extends Error {
  override readonly name = "CannotIssue";
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
/** The day after the last one of an invoice. */
const endOf = (content: InvoiceContent): Date => new Date(startOf(content.to).getTime() + DAY_MS);

/** Who charges whom now, with what every invoice says. @throws CannotIssue */
export async function partiesOf(db: Db, companyId: string) {
  const seller = await findSeller(db);
  if (!seller) throw new CannotIssue("There is no seller yet. Name it first: clew operator seller set");
  const buyer = await findBuyer(db, companyId);
  const { name } = await findCompanyById(db, companyId);
  return {
    seller: { name: seller.name, address: seller.address, tax_id: seller.tax_id },
    buyer: {
      name: buyer?.name ?? name,
      address: buyer?.address ?? "",
      tax_id: buyer?.tax_id ?? "",
      ...(buyer !== undefined && buyer.reference !== "" && { reference: buyer.reference }),
    },
    language: buyer?.language ?? "EN",
    currency: seller.currency,
    tax_basis_points: seller.tax_basis_points,
  } as const;
}

/** What a plan costs a company from a day on: discounts are those that are valid on that day. */
async function chargeOf(
  db: Db,
  companyId: string,
  { plan, period, currency, from, to }: { plan: Plan; period: BillingPeriod; currency: string; from: Date; to: Date },
): Promise<Omit<Charge, "credit">> {
  const price = await findPrice(db, plan, period);
  if (!price) throw new CannotIssue(`${plan} has no ${period} price. Set it first: clew operator price set`);
  const rows = await listCurrentDiscounts(db, companyId, from);
  const discounts = rows.flatMap((row): Discount[] => {
    if (row.plan !== null && row.plan !== plan) return [];
    if (row.amount_cents === null)
      return [{ kind: "percent", name: row.name, basisPoints: Math.round(row.percent * 100) }];
    if (row.currency === currency) return [{ kind: "amount", name: row.name, cents: row.amount_cents }];
    throw new CannotIssue(`The discount ${row.name} is in ${row.currency ?? ""}, and invoices are in ${currency}.`);
  });
  return { plan, period, price, used: await countUsedSeats(db, companyId, from, to), discounts };
}

const withTotals = (content: Omit<InvoiceContent, "net" | "tax" | "gross">): InvoiceContent => ({
  ...content,
  ...totalsOf(content.rows, content.tax_basis_points),
});

export interface InvoiceOrder {
  readonly period: BillingPeriod;
  /** The first day of the period, at midnight in UTC. */
  readonly from: Date;
  /** The day after its last; left out: by the period. */
  readonly to?: Date;
  readonly credit: { readonly name: string; readonly cents: number };
}

/** What an invoice for a period would say. @throws CannotIssue */
export async function composePeriod(
  db: Db,
  companyId: string,
  { period, from, to = periodEnd(from, period), credit }: InvoiceOrder,
): Promise<InvoiceContent> {
  const parties = await partiesOf(db, companyId);
  const plan = chargedPlan(await findCompanyById(db, companyId));
  const charge = await chargeOf(db, companyId, { plan, period, currency: parties.currency, from, to });
  const rows = invoiceRows({ ...charge, credit });
  return withTotals({
    ...parties,
    plan,
    period,
    from: dayOf(from),
    to: dayOf(new Date(to.getTime() - DAY_MS)),
    rows,
  });
}

async function contentOf(db: Db, companyId: string, number: string) {
  const invoice = await findInvoiceByNumber(db, companyId, number);
  if (!invoice?.content) throw new CannotIssue(`No invoice ${number} of this company was issued here.`);
  return { ...invoice, content: invoice.content };
}

/** The rest of a period is given back once. @throws CannotIssue */
async function requireNoPlanChange(db: Db, companyId: string, number: string): Promise<void> {
  const change = await findPlanChange(db, companyId, number);
  if (!change) return;
  throw new CannotIssue(
    `The plan of ${number} was changed by ${change.number}. Take that back first: clew operator invoice credit --number ${change.number}`,
  );
}

/**
 * What a change to another plan within the period of an invoice costs, or gives back. @throws CannotIssue
 * @param on the first day of the other plan
 */
export async function composeChange(
  db: Db,
  companyId: string,
  { number, plan, on }: { readonly number: string; readonly plan: Plan; readonly on: Date },
): Promise<InvoiceContent> {
  const { content: before, kind, status } = await contentOf(db, companyId, number);
  if (kind !== "invoice" || status === "void") throw new CannotIssue(`${number} is void or a credit note.`);
  if (before.about !== undefined)
    throw new CannotIssue(`${number} is a change of plan. Name the invoice of the period: ${before.about}`);
  await requireNoPlanChange(db, companyId, number);
  const start = startOf(before.from);
  const end = endOf(before);
  if (on < start || on >= end)
    throw new CannotIssue(`The day is not within the period of ${number}: ${before.from} to ${before.to}.`);
  const parties = await partiesOf(db, companyId);
  if (parties.currency !== before.currency)
    throw new CannotIssue(`${number} is in ${before.currency}, and invoices are in ${parties.currency}.`);
  const { period, currency } = before;
  const to = await chargeOf(db, companyId, { plan, period, currency, from: on, to: end });
  const rows: readonly InvoiceRow[] = changeRows(before.net, before.plan, to, { start, end, on });
  return withTotals({ ...parties, plan, period, from: dayOf(on), to: before.to, rows, about: number });
}

export type IssueTimes = Pick<Issue, "now" | "due" | "mail">;
export interface Issue {
  readonly companyId: string;
  readonly content: InvoiceContent;
  readonly now: Date;
  readonly due: Date | null;
  /** Where the invoice is mailed to the company; left out: it is not. */
  readonly mail?: Mail | undefined;
  /** Set for the invoice of a period, of which a company has one. */
  readonly periodStart?: Date;
  /** The id of the invoice that is taken back. */
  readonly credits?: string;
  readonly status?: "open" | "paid";
}

/**
 * Stores an invoice, or a credit note where the sum is negative, under the next number, with the mails and the event about it. In a transaction
 * that has locked the company.
 * @returns its number
 */
export async function storeInvoice(
  transaction: Db,
  { companyId, content, now, due, mail, ...rest }: Issue,
): Promise<string> {
  const sequence = await takeInvoiceNumber(transaction);
  const seller = await findSeller(transaction);
  const number = `${seller?.prefix ?? ""}${String(sequence).padStart(6, "0")}`;
  const id = newId();
  const status = rest.status ?? "open";
  const kind = rest.credits !== undefined || content.gross < 0 ? "credit_note" : "invoice";
  await insertInvoice(transaction, {
    id,
    company_id: companyId,
    number,
    issued_at: now,
    due_at: due,
    amount_cents: content.gross,
    currency: content.currency,
    status,
    download_url: null,
    sequence,
    kind,
    credits: rest.credits ?? null,
    period_start: rest.periodStart ?? null,
    content: JSON.stringify(content),
  });
  await recordAuditEvent(transaction, operatorOf(companyId), {
    action: "invoice.issued",
    subject: { kind: "invoice", id, name: number },
    after: { amount: shownAmount(content.gross, content.currency), invoice_status: status },
    invoice: {
      id,
      number,
      kind,
      amount_cents: content.gross,
      currency: content.currency,
      from: content.from,
      to: content.to,
      due_at: due?.toISOString() ?? null,
    },
  });
  if (mail)
    await mailInvoice(transaction, mail, { companyId, id, number, isCredit: kind === "credit_note", content, due });
  return number;
}

/** Issues the invoice of a period. @throws CannotIssue; DatabaseError of invoices_period_unique when the period has one */
export const issuePeriod = (db: Db, companyId: string, order: InvoiceOrder, times: IssueTimes): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const content = await composePeriod(transaction, companyId, order);
    const number = await storeInvoice(transaction, { companyId, content, ...times, periodStart: order.from });
    // The period has its invoice.
    await deleteDraft(transaction, companyId, order.from);
    return number;
  });

/** Issues what a change of plan costs or gives back. @throws CannotIssue */
export const issueChange = (
  db: Db,
  companyId: string,
  change: Parameters<typeof composeChange>[2],
  times: IssueTimes,
): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const content = await composeChange(transaction, companyId, change);
    return storeInvoice(transaction, { companyId, content, ...times });
  });

/**
 * Takes an invoice, or what a change of plan gave back, back: it becomes void, and a credit note says so. The credit note of a paid invoice is open until the operator has paid
 * the sum back; of an unpaid one nothing is left to pay.
 * @throws CannotIssue; DatabaseError of invoices_credits_unique when it was taken back already
 */
export const issueCredit = (
  db: Db,
  companyId: string,
  number: string,
  { now, mail }: Pick<Issue, "now" | "mail">,
): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const { id, content, status, kind, credits } = await contentOf(transaction, companyId, number);
    const isChange = credits === null && content.about !== undefined;
    if ((kind !== "invoice" && !isChange) || status === "void")
      throw new CannotIssue(`${number} is void or a credit note.`);
    await requireNoPlanChange(transaction, companyId, number);
    await updateInvoiceStatus(transaction, companyId, number, "void");
    await recordAuditEvent(transaction, operatorOf(companyId), {
      action: "invoice.status_changed",
      subject: { kind: "invoice", id, name: number },
      before: { invoice_status: status },
      after: { invoice_status: "void" },
    });
    return storeInvoice(transaction, {
      companyId,
      content: creditOf(content, number),
      now,
      mail,
      due: null,
      credits: id,
      status: status === "paid" ? "open" : "paid",
    });
  });
