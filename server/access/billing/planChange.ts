/** What a company would lose by a change of plan. Nothing is deleted: it is refused, hidden or does not act while the plan lasts. */
import { PLANS, type PLAN_NAMES } from "../../../contract/constants.ts";
import type { PlanChange } from "../../../contract/billing/planChange.ts";
import type { PlanFeature } from "../../../contract/billing/planFeatures.ts";
import { PLAN_LOSSES } from "../../../contract/billing/planLosses.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { planNow } from "../subscription.ts";
import { countPlanUse } from "../../db/tables/companies/planUse.ts";

type Plan = (typeof PLAN_NAMES)[number];
type PlanLoss = PlanChange["losses"][number];

/** What of a company the other plan lacks, and the limits that it exceeds. */
export async function previewPlanChange(
  db: Db,
  companyId: string,
  to: Plan,
  now: Date = new Date(),
): Promise<PlanChange> {
  const from = planNow(await findCompanyById(db, companyId), now);
  const use = await countPlanUse(db, companyId);
  const included: readonly PlanFeature[] = PLANS[to].features;
  const present: readonly PlanFeature[] = PLANS[from].features;
  const lost = present.filter((feature) => !included.includes(feature)).map((feature) => PLAN_LOSSES[feature]);
  const features = lost.flatMap(({ parts = [], counted = [] }): PlanLoss[] => [
    ...parts.map((kind) => ({ kind, used: null, allowed: null })),
    ...counted.filter((kind) => use[kind] > 0).map((kind) => ({ kind, used: use[kind], allowed: 0 })),
  ]);
  const { maxProjects, maxDataSources } = PLANS[to];
  const limits = [
    { kind: "projects" as const, used: use.projects, allowed: maxProjects },
    { kind: "sources" as const, used: use.sources, allowed: maxDataSources },
  ].filter(({ used, allowed }) => allowed !== null && used > allowed);
  return { from, to, losses: [...limits, ...features] };
}
