/**
 * Trials. A company has a plan for a time, and returns to the plan before it. All of a step is one transaction that locks the company, so that
 * several processes, and one that is killed, do each step once.
 */
import { DAY_MS } from "../../../contract/durations.ts";
import type { PlanChange } from "../../../contract/billing/planChange.ts";
import type { PlanLossKind } from "../../../contract/billing/planLosses.ts";
import type { Db } from "../../db/openDb.ts";
import { insertTrialWarning, listEndingTrials, listOverTrials } from "../../db/tables/companies/billingTrials.ts";
import { type CompanyRow, lockCompany, updateCompany } from "../../db/tables/companies/companies.ts";
import { listAdminReceivers } from "../../db/tables/companies/companyUsers.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import type { Mail } from "../../mail/Mail.ts";
import { formatMessage, type Message, message } from "../../messages/messages.ts";
import { operatorOf, recordAuditEvent } from "../auditLog.ts";
import { statusNow } from "../subscription.ts";
import { previewPlanChange } from "./planChange.ts";

/** Days before the end at which the Admins are mailed, the last first. */
export const TRIAL_WARNING_DAYS = [1, 7] as const;
const PLAN_PATH = "/settings/company";

/** Why a trial cannot be begun or changed, as a sentence for the operator. */
export class CannotChangeTrial extends Error {
  override readonly name = "CannotChangeTrial";
}

type Changed = Pick<CompanyRow, "plan" | "subscription_status" | "trial_ends_at" | "plan_before_trial">;

/** A company's plan in the audit log. */
const facts = ({ plan, subscription_status: status, trial_ends_at: ends }: Changed) => ({
  plan,
  status,
  trial_ends: ends?.toISOString() ?? null,
});

async function change(
  transaction: Db,
  before: CompanyRow,
  action: "trial.started" | "trial.changed" | "trial.ended",
  values: Partial<Changed>,
): Promise<void> {
  await updateCompany(transaction, before.id, values);
  await recordAuditEvent(transaction, operatorOf(before.id), {
    action,
    before: facts(before),
    after: facts({ ...before, ...values }),
  });
}

function requireLater(ends: Date, now: Date): void {
  if (ends <= now)
    throw new CannotChangeTrial("The end of a trial is in the future. To end it now: clew operator trial end");
}

/** Gives a company another plan until a moment. @throws CannotChangeTrial */
export const startTrial = (
  db: Db,
  companyId: string,
  { plan, ends }: { readonly plan: CompanyRow["plan"]; readonly ends: Date },
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    requireLater(ends, now);
    const company = await lockCompany(transaction, companyId);
    if (company.subscription_status === "trial")
      throw new CannotChangeTrial("The company has a trial already. To change its end: clew operator trial set");
    const isActive = company.subscription_status === "active";
    if (isActive && company.plan === plan) throw new CannotChangeTrial(`The company has the plan ${plan} already.`);
    await change(transaction, company, "trial.started", {
      plan,
      subscription_status: "trial",
      trial_ends_at: ends,
      plan_before_trial: isActive ? company.plan : null,
    });
  });

/** Lengthens or shortens a trial; one that has expired continues. @throws CannotChangeTrial */
export const changeTrialEnd = (db: Db, companyId: string, ends: Date, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    requireLater(ends, now);
    const company = await lockCompany(transaction, companyId);
    const { subscription_status: status, trial_ends_at: end } = company;
    if (status !== "trial" && (status !== "expired" || end === null))
      throw new CannotChangeTrial("The company has no trial. To begin one: clew operator trial start");
    await change(transaction, company, "trial.changed", { subscription_status: "trial", trial_ends_at: ends });
  });

/** Ends a trial: the company returns to the plan before it, or has expired where it had none. @throws CannotChangeTrial */
export const endTrial = (db: Db, companyId: string, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const company = await lockCompany(transaction, companyId);
    if (statusNow(company, now) !== "trial") throw new CannotChangeTrial("The company has no trial.");
    await end(transaction, company, now);
  });

async function end(transaction: Db, company: CompanyRow, ends: Date): Promise<void> {
  const before = company.plan_before_trial;
  if (before !== null) {
    const values = {
      plan: before,
      subscription_status: "active",
      trial_ends_at: null,
      plan_before_trial: null,
    } as const;
    return change(transaction, company, "trial.ended", values);
  }
  // Expired by the clock: the row keeps the status, so that a later end alone continues the trial.
  if (await insertTrialWarning(transaction, { company_id: company.id, ends_at: ends, days: 0 }))
    await change(transaction, company, "trial.ended", { trial_ends_at: ends });
}

/** Does a step for each company. @param onError called for a company whose step failed; the others are done */
async function forEachCompany(
  db: Db,
  ids: readonly string[],
  step: (transaction: Db, company: CompanyRow) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const id of ids)
    await db
      .transaction()
      .execute(async (transaction) => step(transaction, await lockCompany(transaction, id)))
      .catch(onError);
}

/** Ends the trials that are over. @param onError called for a company whose trial could not be ended */
export async function endTrials(db: Db, now: Date, onError: (error: unknown) => void): Promise<void> {
  const ids = await listOverTrials(db, now);
  const step = async (transaction: Db, company: CompanyRow): Promise<void> => {
    const { subscription_status: status, trial_ends_at: ends } = company;
    // Another process may have ended it, or the operator may have lengthened it.
    if (status === "trial" && ends !== null && ends <= now) await end(transaction, company, ends);
  };
  await forEachCompany(db, ids, step, onError);
}

/**
 * Mails and notifies Admins of trials that end soon. Of several warnings that are due at the same time, the last is written.
 * @param onError called for a company whose Admins could not be warned
 */
export async function warnOfEndingTrials(
  { db, mail }: { readonly db: Db; readonly mail: Mail },
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  const earliest = new Date(now.getTime() + Math.max(...TRIAL_WARNING_DAYS) * DAY_MS);
  const ids = await listEndingTrials(db, now, earliest);
  const step = async (transaction: Db, company: CompanyRow): Promise<void> => {
    const { id, subscription_status: status, trial_ends_at: ends } = company;
    if (status !== "trial" || ends === null || ends <= now) return;
    const [last] = TRIAL_WARNING_DAYS.filter((days) => ends.getTime() - now.getTime() <= days * DAY_MS);
    if (last === undefined || !(await insertTrialWarning(transaction, { company_id: id, ends_at: ends, days: last })))
      return;
    await warn(transaction, mail, company, { ends, days: last });
  };
  await forEachCompany(db, ids, step, onError);
}

async function warn(
  transaction: Db,
  mail: Mail,
  company: CompanyRow,
  { ends, days }: { readonly ends: Date; readonly days: number },
): Promise<void> {
  const { id, name, plan, plan_before_trial: before } = company;
  const admins = await listAdminReceivers(transaction, id);
  const losses = before === null ? [] : (await previewPlanChange(transaction, id, before)).losses.map(lossSentence);
  const mails = admins.map((admin) => ({
    to: admin.email,
    language: admin.language,
    facts: {
      name: admin.name,
      company: name,
      plan,
      ends,
      before,
      losses: losses.map((loss) => formatMessage(loss, admin.language)),
      link: mail.link(PLAN_PATH),
    },
    expires: ends,
  }));
  if (mails.length > 0) await mail.postAll(transaction, "trialEnding", mails);
  const notices = admins.map((admin) => ({
    userId: admin.id,
    kind: "trial_ending" as const,
    key: `trial_ending ${id} ${ends.toISOString()} ${days}`,
    data: { plan, ends_at: ends.toISOString(), ...(before !== null && { returns_to: before }) },
  }));
  await writeNotices(transaction, notices);
}

type Loss = PlanChange["losses"][number];
type Counted = Extract<PlanLossKind, "projects" | "sources">;

/** What happens to a part of the company, as the app says it. */
export function lossSentence({ kind, used, allowed }: Loss): Message {
  if (isLimit(kind)) return message(`plan_loss.${kind}`, { used: used ?? 0, allowed: allowed ?? 0 });
  return { code: `plan_loss.${kind}`, ...(used !== null && { params: { used } }) };
}
const isLimit = (kind: PlanLossKind): kind is Counted => kind === "projects" || kind === "sources";
