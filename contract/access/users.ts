import { z } from "zod";
import { INTEGRATIONS, LANGUAGES, TEXT_LIMITS, FIRST_STEPS } from "../constants.ts";
import { Company, CompanyPlan } from "./companies.ts";
import { RedirectTarget } from "./mcpClients.ts";
import { Email, Id, Name, Password, Slug, Timestamp, Uuid4 } from "../fieldSchemas.ts";
import { IssueCard } from "../issues/issues.ts";
import { Project } from "../projects.ts";
import { SecondFactorNeeded } from "./secondFactors.ts";

export const Integration = z.enum(INTEGRATIONS);
export type Integration = z.infer<typeof Integration>;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  language: Language,
  company: Company.nullable(),
  company_plan: CompanyPlan.nullable(),
  projects_count: z.number().int().nonnegative(),
  providers: z.array(Integration),
  suggested: z.array(Integration),
  /** True where the company requires a second factor and the user has none: other calls are refused until one is set up. */
  lacks_required_factor: z.literal(true).optional(),
  /** The name of the provider that a sign-out also signs out at; left out where it ends the session here alone. */
  signs_out_at: z.string().optional(),
});
export type User = z.infer<typeof User>;

export const LoginBody = z.object({ email: Email, password: Password });
export type LoginBody = z.infer<typeof LoginBody>;
/** The password of the signed-in user, entered again. */
export const ConfirmBody = z.object({ password: Password });
export const TokenAnswer = z.object({ token: z.string().min(1) });
export type TokenAnswer = z.infer<typeof TokenAnswer>;
/** A token, or a ticket with which the second factor of the account ends the sign-in. */
export const LoginAnswer = z.union([TokenAnswer, SecondFactorNeeded]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const RegisterBody = z.object({ name: Name, email: Email, password: Password, confirm_password: Password });
export type RegisterBody = z.infer<typeof RegisterBody>;
/** A token, or a notice that the address must be verified first. */
export const RegisterAnswer = z.union([TokenAnswer, z.object({ verification: z.literal(true) })]);
export type RegisterAnswer = z.infer<typeof RegisterAnswer>;

export const VerifyBody = z.object({ code: z.string().trim().min(1, "field.required").max(12), email: Email });
export const EmailBody = z.object({ email: Email });
export const ResetPasswordBody = z.object({ token: Uuid4, new_password: Password, confirm_password: Password });
export const ChangePasswordBody = z.object({
  old_password: Password,
  new_password: Password,
  confirm_password: Password,
});
export const ProfileBody = z.object({ name: Name, language: Language });
export type ProfileBody = z.infer<typeof ProfileBody>;

/** `writes=yes` asks the provider for the scopes that writing needs as well, and lets Clew write with the account. */
export const OauthLoginQuery = z.object({ provider: Integration, writes: z.literal("yes").optional() });
export const OauthLoginAnswer = z.object({ auth_url: z.url() });

/** An issue of any of the reader's projects, with the project's display name. */
export const DashboardIssue = IssueCard.extend({ project_name: z.string() });
export type DashboardIssue = z.infer<typeof DashboardIssue>;
export const FirstStep = z.enum(FIRST_STEPS);
export type FirstStep = z.infer<typeof FirstStep>;
export const FirstSteps = z.array(z.object({ name: FirstStep, done: z.boolean() }));
export type FirstSteps = z.infer<typeof FirstSteps>;
export const Dashboard = z.object({
  issues: z.array(DashboardIssue),
  recent_projects: z.array(Project),
  /** Left out when all are done, when the caller has hidden them, and for members who may link nothing. */
  first_steps: FirstSteps.optional(),
  /** The caller is a member of projects that are closed for them; omitted: of none. */
  has_closed_projects: z.boolean().optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const McpToken = z.object({
  id: Id,
  name: z.string(),
  projects: z.array(Slug),
  last_used_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  preview: z.string(),
  /** Whether its agent may change issues, by the tools of MCP. */
  writes: z.boolean(),
  /** Where the OAuth client that has it is answered; null for a token that was copied. */
  client: RedirectTarget.nullable(),
});
export type McpToken = z.infer<typeof McpToken>;
/** The secret is only in the response to POST. */
export const NewMcpToken = McpToken.extend({ token: z.string() });
export type NewMcpToken = z.infer<typeof NewMcpToken>;
export const McpTokenBody = z.object({
  name: Name,
  projects: z.array(Slug).min(1, "field.required").max(200),
  expires_at: Timestamp.nullish(),
  /** Only where the caller is Owner or Maintainer of each of the projects. */
  writes: z.boolean().default(false),
});
/** The last 30 days of a token. `tokens`: estimated size of the responses; days (UTC) without a call are omitted. */
const usage = { calls: z.number().int(), tokens: z.number().int(), errors: z.number().int() };
export const McpUsage = z.object({
  since: z.iso.date(),
  ...usage,
  days: z.array(z.object({ day: z.iso.date(), ...usage })),
});
export type McpUsage = z.infer<typeof McpUsage>;
/** Whether a call with the token would succeed now, why not, and the projects that it covers. */
export const McpTokenTest = z.object({
  works: z.boolean(),
  reason: z.enum(["expired", "no_projects"]).nullable(),
  projects: z.array(Slug),
});
export type McpTokenTest = z.infer<typeof McpTokenTest>;
const NamedProject = z.object({ slug: Slug, name: z.string().max(TEXT_LIMITS.name) });
export const McpProjectOption = NamedProject.extend({
  /** Whether the caller may give a token that changes its issues. */
  may_write: z.boolean(),
});
/** The MCP token of the request: its name, the projects that it currently covers, and its expiry. */
export const CurrentMcpToken = z.object({
  name: z.string(),
  projects: z.array(NamedProject),
  expires_at: Timestamp.nullable(),
});
export type CurrentMcpToken = z.infer<typeof CurrentMcpToken>;
