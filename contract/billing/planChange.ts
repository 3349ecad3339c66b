import { z } from "zod";
import { PlanName } from "../access/companies.ts";
import { PLAN_COUNTED_KINDS, PLAN_PART_KINDS } from "./planLosses.ts";

const Count = z.number().int().nonnegative();

export const PlanChangeQuery = z.object({ plan: PlanName });

/** What a company would lose by a change of plan. Nothing is deleted. */
export const PlanChange = z.object({
  from: PlanName,
  to: PlanName,
  losses: z.array(
    z.object({
      kind: z.enum([...PLAN_COUNTED_KINDS, ...PLAN_PART_KINDS]),
      /** How many the company has; null for a feature that keeps nothing of the company's. */
      used: Count.nullable(),
      /** How many the other plan has; null with `used`. */
      allowed: Count.nullable(),
    }),
  ),
});
export type PlanChange = z.infer<typeof PlanChange>;

/** Seats of a company: members who signed in or acted. Months are in UTC. */
export const CompanySeats = z.object({
  /** In the price of the plan; null where the operator has set no monthly price. */
  included: Count.nullable(),
  open_invitations: Count,
  /** This month, and the twelve before in which a seat was used; the newest first. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), used: Count })),
});
export type CompanySeats = z.infer<typeof CompanySeats>;
