import { z } from "zod";
import { COMPANY_ROLES, PLAN_NAMES, SUBSCRIPTION_STATUSES } from "../constants.ts";
import { Email, Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { isTimeZone } from "../timeZone.ts";

export const CompanyRole = z.enum(COMPANY_ROLES);
export type CompanyRole = z.infer<typeof CompanyRole>;

export const Company = z.object({
  id: Id,
  name: z.string(),
  role: CompanyRole,
  /** IANA time zone in which the company's days begin; omitted by a host that has none. */
  time_zone: z.string().optional(),
  /** Whether a second factor is required of everyone who signs in by a password; omitted where it is not asked for. */
  requires_second_factor: z.boolean().optional(),
});
export type Company = z.infer<typeof Company>;

/** Omitted fields are unchanged. */
export const CompanyBody = z.object({
  name: Name,
  time_zone: z.string().max(100).refine(isTimeZone, "field.time_zone").optional(),
});

export const PlanName = z.enum(PLAN_NAMES);
export type PlanName = z.infer<typeof PlanName>;
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

const Discount = z.object({
  name: z.string(),
  /** 0 where an amount is taken off. */
  percent: z.number(),
  ends_at: Timestamp.nullable(),
  /** What is taken off, in the smallest unit of the currency; omitted for a percentage. */
  amount: z.object({ cents: z.number().int(), currency: z.string().length(3) }).optional(),
});
export const CompanyPlan = z.object({
  plan: z.object({ name: PlanName }),
  subscription_status: SubscriptionStatus,
  days_until_trial_end: z.number().int().nullable(),
  /** The end of a trial, and the plan to which the company returns then; null: it has expired then. Null without a trial; left out by older hosts. */
  trial: z.object({ ends_at: Timestamp, returns_to: PlanName.nullable() }).nullable().optional(),
  discounts: z.array(Discount),
  /** The person at the operator for a plan that includes one; null: no person is named. Left out by older hosts. */
  account_manager: z.object({ name: z.string(), email: z.string() }).nullable().optional(),
});
export type CompanyPlan = z.infer<typeof CompanyPlan>;

export const Invoice = z.object({
  id: Id,
  number: z.string(),
  issued_at: Timestamp,
  due_at: Timestamp.nullable(),
  amount_cents: z.number().int(),
  currency: z.string().length(3),
  status: z.enum(["paid", "open", "void"]),
  download_url: z.string().nullable(),
  /** Whether the server itself makes the PDF; omitted where it was added by hand. */
  has_file: z.boolean().optional(),
});
export type Invoice = z.infer<typeof Invoice>;

export const CompanyUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: CompanyRole,
  /** For Admins alone. */
  has_second_factor: z.boolean().optional(),
  /** For Admins alone: the company's directory manages the user, who cannot be changed or removed here. */
  is_managed: z.boolean().optional(),
});
export type CompanyUser = z.infer<typeof CompanyUser>;
export const CompanyUsersQuery = z.object({ projectSlug: Slug.optional() });
export const ChangeRoleBody = z.object({ role: CompanyRole });

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: CompanyRole,
  company: z.object({ id: Id, name: z.string() }),
  expires_at: Timestamp,
  created_at: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;
/** The response to creating or resending an invitation, for Admins only. */
export const InvitationWithLink = Invitation.extend({
  /** Full address of the registration page with its token. Only this response contains it: the server stores a hash. */
  link: z.string().nullable(),
});
export type InvitationWithLink = z.infer<typeof InvitationWithLink>;
/** The view of a visitor who holds the token: the same, without the id. */
export const PublicInvitation = Invitation.omit({ id: true });
export type PublicInvitation = z.infer<typeof PublicInvitation>;
export const InvitationBody = z.object({ email: Email, role: CompanyRole });
