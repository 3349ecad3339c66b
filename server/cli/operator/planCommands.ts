import { z } from "zod";
import { PLAN_NAMES } from "../../../contract/constants.ts";
import { listOpenInvitations } from "../../db/tables/invitations.ts";
import { findPrice } from "../../db/tables/billingSettings.ts";
import { findCompanyById } from "../../db/tables/companies.ts";
import { listUsedSeatsByMonth } from "../../db/tables/seats.ts";
import { previewPlanChange } from "../../access/billing/planChange.ts";
import { command } from "./command.ts";
import { CompanyOption, findCompany } from "./companyCommands.ts";

/** How far back seats are listed: this month and the twelve before. */
const MONTHS = 12;

export const planCommands = {
  "plan preview": command(
    "what a company would lose by a change of plan; nothing is changed, and a change deletes nothing",
    z.strictObject({ company: CompanyOption, plan: z.enum(PLAN_NAMES) }),
    async ({ db }, { company, plan }) => {
      const { id } = await findCompany(db, company);
      return (await previewPlanChange(db, id, plan)).map((loss) => ({ ...loss }));
    },
  ),
  "seat list": command(
    "seats that a company used in each of the last months: members who signed in or acted, without those who left",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      const { id } = await findCompany(db, company);
      const { plan } = await findCompanyById(db, id);
      const now = new Date();
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1));
      const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
      const included = (await findPrice(db, plan, "monthly"))?.included_seats ?? null;
      const invited = (await listOpenInvitations(db, id)).length;
      const months = await listUsedSeatsByMonth(db, id, from, to);
      return months.map(({ month, used }) => ({ month, used, included, open_invitations: invited }));
    },
  ),
};
