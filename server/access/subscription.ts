/** The plan and the status of a company at a moment: a trial ends by the clock, also before the stored row has changed. */
import type { CompanyRow } from "../db/tables/companies/companies.ts";

/** What decides the status; null for a user without a company. */
export interface StoredSubscription {
  readonly subscription_status: CompanyRow["subscription_status"] | null;
  readonly trial_ends_at: Date | null;
  readonly plan_before_trial: CompanyRow["plan"] | null;
}

const isOver = ({ subscription_status: status, trial_ends_at: ends }: StoredSubscription, now: Date): boolean =>
  status === "trial" && ends !== null && ends <= now;

/** A trial past its end is expired, or has returned to the plan before it. */
export function statusNow(row: StoredSubscription, now: Date): StoredSubscription["subscription_status"] {
  if (!isOver(row, now)) return row.subscription_status;
  return row.plan_before_trial === null ? "expired" : "active";
}

/** The plan before the trial, once that is over. */
export const planNow = <Plan extends CompanyRow["plan"] | null>(
  row: StoredSubscription & { readonly plan: Plan },
  now: Date,
): Plan | CompanyRow["plan"] => (isOver(row, now) ? (row.plan_before_trial ?? row.plan) : row.plan);

/** The plan that a company pays for: during a trial the one before it. */
export const chargedPlan = ({ plan, plan_before_trial: before }: Pick<CompanyRow, "plan" | "plan_before_trial">) =>
  before ?? plan;
