import { DAY_MS } from "../../../contract/durations.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { CompanyPlan } from "../../../contract/access/companies.ts";
import { planNow, statusNow } from "../../access/subscription.ts";
import type { Db } from "../../db/openDb.ts";
import { listCurrentDiscounts } from "../../db/tables/companies/billing.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";

/** A company's plan as it is now. The last day of a trial counts as one day left. */
export async function readCompanyPlan(db: Db, companyId: string, now: Date = new Date()): Promise<CompanyPlan> {
  const company = await findCompanyById(db, companyId);
  const discounts = await listCurrentDiscounts(db, companyId, now);
  const ends = company.trial_ends_at;
  const status = statusNow(company, now) ?? "active";
  const plan = planNow(company, now);
  const { account_manager_name: manager, account_manager_email: email } = company;
  const hasReturned = company.subscription_status === "trial" && status === "active";
  return {
    plan: { name: plan },
    subscription_status: status,
    days_until_trial_end:
      company.subscription_status === "trial" && ends && !hasReturned
        ? Math.max(0, Math.ceil((ends.getTime() - now.getTime()) / DAY_MS))
        : null,
    trial: status === "trial" && ends ? { ends_at: ends.toISOString(), returns_to: company.plan_before_trial } : null,
    discounts: discounts.map(({ name, percent, ends_at, amount_cents: cents, currency }) => ({
      name,
      percent,
      ends_at: ends_at?.toISOString() ?? null,
      ...(cents !== null && currency !== null && { amount: { cents, currency } }),
    })),
    account_manager:
      manager !== null && email !== null && planHas(plan, "account_manager") ? { name: manager, email } : null,
  };
}
