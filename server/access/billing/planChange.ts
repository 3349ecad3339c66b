/** What a company would lose by a change of plan. Nothing is deleted: each entry says what happens while the plan lasts. */
import { PLANS, type PLAN_NAMES } from "../../../contract/constants.ts";
import type { PlanFeature } from "../../../contract/planFeatures.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById } from "../../db/tables/companies.ts";
import { countPlanUse, type PlanUse } from "../../db/tables/planUse.ts";

type Plan = (typeof PLAN_NAMES)[number];

interface Effect {
  readonly what: string;
  /** Undefined for a feature that keeps nothing of the company's. */
  readonly count?: keyof PlanUse;
  readonly effect: string;
}

/** Features that only some plans have, and what of a company depends on each. */
const EFFECTS: Partial<Record<PlanFeature, readonly Effect[]>> = {
  document_explorer: [{ what: "document explorer", effect: "hidden" }],
  expert_recommender: [{ what: "expert recommender", effect: "hidden" }],
  ide_extensions: [{ what: "IDE extensions", effect: "not included" }],
  mcp: [{ what: "MCP tokens", count: "mcp_tokens", effect: "kept; refused" }],
  insights: [
    { what: "targets of Insights", count: "insight_targets", effect: "kept; hidden" },
    { what: "annotations of Insights", count: "insight_annotations", effect: "kept; hidden" },
  ],
  custom_reports: [
    { what: "dashboards", count: "dashboards", effect: "kept; hidden" },
    { what: "reports", count: "reports", effect: "kept; not sent" },
    { what: "own metrics", count: "own_metrics", effect: "kept; hidden" },
  ],
  custom_integrations: [
    { what: "rules", count: "rules", effect: "kept; do not act" },
    { what: "custom sources", count: "custom_sources", effect: "kept and searchable; imports are refused" },
  ],
  sso: [
    {
      what: "identity providers",
      count: "sso_providers",
      effect: "kept; sign-in by them is refused, and passwords are accepted also where single sign-on was required",
    },
    { what: "directory tokens", count: "directory_tokens", effect: "kept; refused" },
  ],
  on_premise: [{ what: "on-premise deployment", effect: "not included" }],
  account_manager: [{ what: "account manager", effect: "not included" }],
};

export interface PlanLoss {
  readonly what: string;
  /** Null for what has no number. */
  readonly used: number | null;
  readonly allowed: number | null;
  readonly effect: string;
}

/** What of a company the other plan lacks, and the limits that it exceeds. */
export async function previewPlanChange(db: Db, companyId: string, to: Plan): Promise<PlanLoss[]> {
  const { plan } = await findCompanyById(db, companyId);
  const use = await countPlanUse(db, companyId);
  const included: readonly PlanFeature[] = PLANS[to].features;
  const present: readonly PlanFeature[] = PLANS[plan].features;
  const lost = present.filter((feature) => !included.includes(feature));
  const features = lost.flatMap((feature) =>
    (EFFECTS[feature] ?? []).flatMap(({ what, count, effect }): PlanLoss[] => {
      if (count === undefined) return [{ what, used: null, allowed: null, effect }];
      return use[count] > 0 ? [{ what, used: use[count], allowed: 0, effect }] : [];
    }),
  );
  const { maxProjects, maxDataSources } = PLANS[to];
  const limits = [
    { what: "projects", used: use.projects, allowed: maxProjects, effect: "kept; no other can be made" },
    { what: "sources", used: use.sources, allowed: maxDataSources, effect: "kept and read; no other can be linked" },
  ].filter(({ used, allowed }) => allowed !== null && used > allowed);
  return [...limits, ...features];
}
