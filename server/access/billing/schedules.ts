/**
 * Invoices on a schedule. When a period has ended, its draft is made, with the seats that were used in it; the draft becomes an invoice after
 * some days, or by a command. Each step is one transaction that locks the company.
 */
import { DAY_MS } from "../../../contract/durations.ts";
import type { BillingPeriod, InvoiceContent } from "../../../contract/billing/invoices.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteDraft,
  deleteSchedule,
  type DraftRow,
  findDraft,
  findInvoiceWithin,
  findSchedule,
  insertDraft,
  listDueDrafts,
  listDueSchedules,
  saveSchedule,
  type ScheduleRow,
  updateDraft,
  updateSchedule,
} from "../../db/tables/companies/billingSchedules.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import type { Mail } from "../../mail/Mail.ts";
import { operatorOf, recordAuditEvent } from "../auditLog.ts";
import { statusNow } from "../subscription.ts";
import { CannotIssue, composePeriod, partiesOf, storeInvoice } from "./issueInvoice.ts";
import { periodStart } from "./period.ts";
import { shownAmount } from "./shownAmount.ts";

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const lastDayOf = (end: Date): string => dayOf(new Date(end.getTime() - DAY_MS));

export interface ScheduleChange {
  readonly period: BillingPeriod;
  /** The first day of the first period; left out: periods continue as they were. */
  readonly from?: Date | undefined;
  /** Null: by a command alone. */
  readonly draftDays: number | null;
  readonly dueDays: number;
}

/** Switches the schedule of a company on, or changes it. @throws CannotIssue without a first day */
export const setSchedule = (db: Db, companyId: string, change: ScheduleChange): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await findSchedule(transaction, companyId);
    const isSame = before !== undefined && before.period === change.period && change.from === undefined;
    const start = change.from ?? (before && periodStartOf(before));
    if (start === undefined) throw new CannotIssue("Name the first day of the first period: --from 2026-12-01");
    const first = isSame ? before.first_day : start;
    const number = isSame ? before.period_number : 0;
    await saveSchedule(transaction, {
      company_id: companyId,
      period: change.period,
      first_day: first,
      period_number: number,
      period_end: periodStart(first, change.period, number + 1),
      draft_days: change.draftDays,
      due_days: change.dueDays,
      problem: null,
    });
    await recordAuditEvent(transaction, operatorOf(companyId), {
      action: "invoice.schedule_changed",
      ...(before && { before: facts(before) }),
      after: { period: change.period, from: dayOf(start), draft_days: change.draftDays ?? "by hand" },
    });
  });

/** The first day of the period that is drafted next. */
export const periodStartOf = ({ first_day: first, period, period_number: number }: ScheduleRow): Date =>
  periodStart(first, period, number);

const facts = (row: ScheduleRow) => ({
  period: row.period,
  from: dayOf(periodStartOf(row)),
  draft_days: row.draft_days ?? "by hand",
});

/** Switches a schedule off; drafts stay. @returns false when there was none */
export const stopSchedule = (db: Db, companyId: string): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await findSchedule(transaction, companyId);
    if (!before) return false;
    await recordAuditEvent(transaction, operatorOf(companyId), {
      action: "invoice.schedule_changed",
      before: facts(before),
    });
    return deleteSchedule(transaction, companyId);
  });

/** Makes the drafts of periods that have ended. @param onError called for a company whose drafts could not be made; the others are */
export async function makeDrafts(db: Db, now: Date, onError: (error: unknown) => void): Promise<void> {
  for (const companyId of await listDueSchedules(db, now)) {
    try {
      while (await draftNext(db, companyId, now));
    } catch (error) {
      onError(error);
    }
  }
}

/** @returns whether the schedule has moved on to the next period, which may have ended too */
const draftNext = (db: Db, companyId: string, now: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const company = await lockCompany(transaction, companyId);
    const schedule = await findSchedule(transaction, companyId);
    if (!schedule || schedule.period_end > now) return false;
    const from = periodStartOf(schedule);
    const to = schedule.period_end;
    const status = statusNow(company, now);
    // On trial a company pays for the plan before it, if it had one.
    const isPaying = status === "active" || (status === "trial" && company.plan_before_trial !== null);
    if (!isPaying) return moveOn(transaction, schedule, `${dayOf(from)} to ${lastDayOf(to)} was left out: ${status}.`);
    const other = await findInvoiceWithin(transaction, companyId, from, to);
    if (other?.content?.from === dayOf(from) && other.content.to === lastDayOf(to))
      return moveOn(transaction, schedule, null);
    const refusal = other ? overlap(other) : await composed(transaction, companyId, { ...schedule, from, to });
    if (typeof refusal === "string") {
      if (schedule.problem !== refusal) await updateSchedule(transaction, companyId, { problem: refusal });
      return false;
    }
    await storeDraft(transaction, schedule, { from, content: refusal, now });
    return moveOn(transaction, schedule, null);
  });

async function storeDraft(
  transaction: Db,
  schedule: ScheduleRow,
  { from, content, now }: { readonly from: Date; readonly content: InvoiceContent; readonly now: Date },
): Promise<void> {
  const { company_id: companyId, draft_days: days, due_days: dueDays } = schedule;
  // A draft of a schedule that was set back is there already.
  if (await findDraft(transaction, companyId, from)) return;
  const id = newId();
  await insertDraft(transaction, {
    id,
    company_id: companyId,
    period_start: from,
    content: JSON.stringify(content),
    due_days: dueDays,
    created_at: now,
    issue_at: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    problem: null,
  });
  await recordAuditEvent(transaction, operatorOf(companyId), {
    action: "invoice.drafted",
    subject: { kind: "invoice", id, name: `${content.from} – ${content.to}` },
    after: { amount: shownAmount(content.gross, content.currency) },
  });
}

async function moveOn(transaction: Db, schedule: ScheduleRow, problem: string | null): Promise<true> {
  const { first_day: first, period, period_number: number, company_id: companyId } = schedule;
  await updateSchedule(transaction, companyId, {
    period_number: number + 1,
    period_end: periodStart(first, period, number + 2),
    problem,
  });
  return true;
}

const overlap = ({
  number,
  content,
}: Pick<NonNullable<Awaited<ReturnType<typeof findInvoiceWithin>>>, "number" | "content">) =>
  `${number} is for ${content?.from ?? "?"} to ${content?.to ?? "?"}. Credit it, or begin after it: clew operator schedule set --from`;

/** The content, or why there is none. */
async function composed(
  db: Db,
  companyId: string,
  { period, from, to }: { readonly period: BillingPeriod; readonly from: Date; readonly to: Date },
): Promise<InvoiceContent | string> {
  try {
    return await composePeriod(db, companyId, { period, from, to, credit: { name: "", cents: 0 } });
  } catch (error) {
    if (error instanceof CannotIssue) return error.message;
    throw error;
  }
}

/** Issues the drafts that are due. @param onError called for a draft that could not be issued; the others are */
export async function issueDueDrafts(
  { db, mail }: { readonly db: Db; readonly mail: Mail | undefined },
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const { company_id: companyId, period_start: from } of await listDueDrafts(db, now)) {
    try {
      await issueDraft(db, companyId, from, { now, mail });
    } catch (error) {
      const draft = await findDraft(db, companyId, from);
      if (!(error instanceof CannotIssue)) onError(error);
      else if (draft && draft.problem !== error.message) await updateDraft(db, draft.id, { problem: error.message });
    }
  }
}

/**
 * Makes an invoice of a draft, with the buyer and the seller of now. The draft is deleted with it, so that it is issued once.
 * @returns the number; undefined when there is no draft. @throws CannotIssue
 */
export const issueDraft = (
  db: Db,
  companyId: string,
  from: Date,
  { now, mail }: { readonly now: Date; readonly mail: Mail | undefined },
): Promise<string | undefined> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const draft = await findDraft(transaction, companyId, from);
    if (!draft) return undefined;
    const parties = await partiesOf(transaction, companyId);
    const { currency, tax_basis_points: tax } = draft.content;
    if (parties.currency !== currency || parties.tax_basis_points !== tax)
      throw new CannotIssue("The tax or the currency is another one than in the draft: clew operator draft refresh");
    const other = await findInvoiceWithin(transaction, companyId, from, endOf(draft));
    if (other) throw new CannotIssue(overlap(other));
    const content = { ...draft.content, ...parties };
    const due = new Date(now.getTime() + draft.due_days * DAY_MS);
    const number = await storeInvoice(transaction, { companyId, content, now, due, mail, periodStart: from });
    await deleteDraft(transaction, companyId, from);
    return number;
  });

/** The day after the last of a draft. */
const endOf = ({ content }: DraftRow): Date => new Date(Date.parse(`${content.to}T00:00:00Z`) + DAY_MS);

/** Makes a draft again from the prices, seats and discounts of now. @returns false when there is none. @throws CannotIssue */
export const refreshDraft = (db: Db, companyId: string, from: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const draft = await findDraft(transaction, companyId, from);
    if (!draft) return false;
    const order = { period: draft.content.period, from, to: endOf(draft), credit: { name: "", cents: 0 } };
    const content = await composePeriod(transaction, companyId, order);
    await updateDraft(transaction, draft.id, { content: JSON.stringify(content), problem: null });
    return true;
  });

/** Deletes a draft: its period is not drafted again. @returns false when there is none */
export const discardDraft = (db: Db, companyId: string, from: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const draft = await findDraft(transaction, companyId, from);
    if (!draft) return false;
    const { content } = draft;
    await recordAuditEvent(transaction, operatorOf(companyId), {
      action: "invoice.draft_discarded",
      subject: { kind: "invoice", id: draft.id, name: `${content.from} – ${content.to}` },
      before: { amount: shownAmount(content.gross, content.currency) },
    });
    return deleteDraft(transaction, companyId, from);
  });
