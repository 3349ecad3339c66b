import { PLANS } from "../../../contract/constants.ts";
import { planHas, upgradeNeeded, upgradeCode, type PlanFeature } from "../../../contract/billing/planFeatures.ts";
import { beyondPlan } from "../../../contract/sources/openSource.ts";
import type { EndpointName } from "../../../contract/endpoints.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById, lockCompany } from "../../db/tables/companies/companies.ts";
import { countProjects } from "../../db/tables/projects/projects.ts";
import { countSourcesOfCompany } from "../../db/tables/sources/sourceCounts.ts";
import { PlanRequired, type FieldErrors } from "../../errors.ts";
import { requireBelowHardLimits } from "./hardLimits.ts";
import type { Quotas } from "../../settings.ts";
import { NO_QUOTAS, requireSourceQuota } from "./quotas.ts";
import type { Principal } from "../sessions/sessions.ts";
import { message } from "../../messages/messages.ts";

/** @throws PlanRequired with the text of the upgrade dialog when the caller's plan lacks what a call needs */
export function requireFeatureOf(caller: Pick<Principal, "plan">, name: EndpointName): void {
  const code = upgradeNeeded(caller.plan, name);
  if (code !== undefined) throw new PlanRequired(message(code));
}

/** The same for what is no call of the contract, such as the MCP server. */
export function requireFeature(caller: Pick<Principal, "plan">, feature: PlanFeature): void {
  if (!planHas(caller.plan, feature)) throw new PlanRequired(message(upgradeCode(feature)));
}

/**
 * Checks that a company's plan has room for one more project with this many sources. Called in the transaction that adds them: the company's
 * row is locked, so two concurrent requests cannot both take the last place.
 * @param quotas the installation's defaults; the company's own values are in the database
 * @throws PlanRequired with the text that the upgrade dialog shows; Conflict when a hard limit or the quota of sources is reached
 */
export async function requireRoomForProject(
  transaction: Db,
  companyId: string,
  newSources: number,
  quotas: Quotas = NO_QUOTAS,
): Promise<void> {
  const limits = await lockLimits(transaction, companyId);
  await requireBelowHardLimits(transaction, companyId, { projects: 1, sources: newSources });
  if (limits.maxProjects !== null && (await countProjects(transaction, companyId)) >= limits.maxProjects) {
    throw new PlanRequired(message("plan.multiple_projects"));
  }
  await requireSources(transaction, companyId, limits.maxDataSources, newSources);
  await requireSourceQuota(transaction, companyId, newSources, quotas);
}

/** The same for one more source of a project that is there. */
export async function requireRoomForSource(
  transaction: Db,
  companyId: string,
  quotas: Quotas = NO_QUOTAS,
): Promise<void> {
  const limits = await lockLimits(transaction, companyId);
  await requireBelowHardLimits(transaction, companyId, { projects: 0, sources: 1 });
  await requireSources(transaction, companyId, limits.maxDataSources, 1);
  await requireSourceQuota(transaction, companyId, 1, quotas);
}

/**
 * Why a company's plan does not link checked sources: field errors, one entry for each source, undefined where it may be linked.
 */
export async function sourcesBeyondPlan(
  transaction: Db,
  companyId: string,
  sources: readonly Parameters<typeof beyondPlan>[1][],
): Promise<(FieldErrors | undefined)[]> {
  const { plan } = await findCompanyById(transaction, companyId);
  return sources.map((source) => {
    const problem = beyondPlan(plan, source);
    return (
      problem && Object.fromEntries(Object.entries(problem).map(([field, code]) => [field, [message(code)]] as const))
    );
  });
}

async function lockLimits(transaction: Db, companyId: string): Promise<(typeof PLANS)[keyof typeof PLANS]> {
  return PLANS[(await lockCompany(transaction, companyId)).plan];
}

async function requireSources(db: Db, companyId: string, limit: number | null, more: number): Promise<void> {
  if (limit === null) return;
  if ((await countSourcesOfCompany(db, companyId)) + more > limit) {
    throw new PlanRequired(message("plan.sources", { max: limit }));
  }
}
