import type { CompanySeats } from "../../../contract/billing/planChange.ts";
import type { Db } from "../../db/openDb.ts";
import { findPrice } from "../../db/tables/companies/billingSettings.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { listOpenInvitations } from "../../db/tables/accounts/invitations.ts";
import { listUsedSeatsByMonth } from "../../db/tables/companies/seats.ts";

/** How far back seats are listed: this month and the twelve before. */
const MONTHS = 12;

/** The seats that a company used in the last months, and those that its plan includes now. An expired invitation is not open. */
export async function readSeats(db: Db, companyId: string, now: Date): Promise<CompanySeats> {
  const { plan } = await findCompanyById(db, companyId);
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1));
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const price = await findPrice(db, plan, "monthly");
  const invitations = await listOpenInvitations(db, companyId);
  const months = await listUsedSeatsByMonth(db, companyId, from, to);
  const current = now.toISOString().slice(0, 7);
  return {
    included: price?.included_seats ?? null,
    open_invitations: invitations.filter(({ expires_at: end }) => end > now).length,
    months: months[0]?.month === current ? months : [{ month: current, used: 0 }, ...months],
  };
}
