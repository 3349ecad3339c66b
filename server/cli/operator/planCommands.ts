import { z } from "zod";
import { PLAN_NAMES } from "../../../contract/constants.ts";
import type { PlanLossKind } from "../../../contract/billing/planLosses.ts";
import { previewPlanChange } from "../../access/billing/planChange.ts";
import { readSeats } from "../../access/billing/readSeats.ts";
import type { Db } from "../../db/openDb.ts";
import { command, type AnswerRow } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";

/** What happens to each while the plan lacks it. */
const EFFECTS: Readonly<Record<PlanLossKind, string>> = {
  projects: "kept; no other can be made",
  sources: "kept and read; no other can be linked",
  document_explorer: "hidden",
  expert_recommender: "hidden",
  ide_extensions: "not included",
  mcp_tokens: "kept; refused",
  insights: "hidden",
  insight_targets: "kept; hidden",
  insight_annotations: "kept; hidden",
  dashboards: "kept; hidden",
  reports: "kept; not sent",
  own_metrics: "kept; hidden",
  rules: "kept; do not act",
  custom_sources: "kept and searchable; imports are refused",
  sso_providers: "kept; sign-in by them is refused, and passwords are accepted also where single sign-on was required",
  directory_tokens: "kept; refused",
  on_premise: "not included",
  account_manager: "not included",
};

/** One row for each part that a company would lose. */
export const previewRows = async (db: Db, companyId: string, plan: (typeof PLAN_NAMES)[number]): Promise<AnswerRow[]> =>
  (await previewPlanChange(db, companyId, plan)).losses.map(({ kind, used, allowed }) => ({
    what: kind,
    used,
    allowed,
    effect: EFFECTS[kind],
  }));

export const planCommands = {
  "plan preview": command(
    "what a company would lose by a change of plan; nothing is changed, and a change deletes nothing",
    z.strictObject({ company: CompanyOption, plan: z.enum(PLAN_NAMES) }),
    async ({ db }, { company, plan }) => previewRows(db, (await findCompany(db, company)).id, plan),
  ),
  "seat list": command(
    "seats that a company used in each of the last months: members who signed in or acted, without those who left",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      const { id } = await findCompany(db, company);
      const { months, included, open_invitations } = await readSeats(db, id, new Date());
      return months.map(({ month, used }) => ({ month, used, included, open_invitations }));
    },
  ),
};
