import { z } from "zod";
import { COMPANY_ROLES, LANGUAGES, PLAN_NAMES, SUBSCRIPTION_STATUSES } from "../../../contract/constants.ts";
import { invitationPath, invite, listInvitations, mailInvitations } from "../../access/invitations.ts";
import { newReset, resetPath } from "../../access/passwords/passwordResets.ts";
import { recordAuditEvent, operatorOf } from "../../access/auditLog.ts";
import { reportFactorChange, resetFactors } from "../../access/passwords/secondFactors.ts";
import { endSessions } from "../../access/sessions/sessions.ts";
import { planNow, statusNow } from "../../access/subscription.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type CompanyRow,
  findCompanyById,
  insertCompany,
  listCompanies,
  lockCompany,
  updateCompany,
} from "../../db/tables/companies/companies.ts";
import { findUserByEmail, listUsersByEmail } from "../../db/tables/accounts/users.ts";
import { Invalid } from "../../errors.ts";
import { command, type OperatorContext } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { Address, MomentOrNone, OperatorError, Text, YesOrNo } from "./options.ts";
import { previewRows } from "./planCommands.ts";

const Plan = z.enum(PLAN_NAMES);
const Status = z.enum(SUBSCRIPTION_STATUSES);
const companyRow = async (db: Db, id: string) => {
  const row = await findCompanyById(db, id);
  const now = new Date();
  return {
    id: row.id,
    name: row.name,
    plan: planNow(row, now),
    status: statusNow(row, now),
    trial_ends: row.trial_ends_at?.toISOString() ?? null,
    returns_to: statusNow(row, now) === "trial" ? row.plan_before_trial : null,
  };
};

/** A company whose trial is over, and whose row has the plan of the trial until the next run of the clock, as it is now. */
function returned(row: CompanyRow, now: Date): CompanyRow {
  if (row.subscription_status !== "trial" || statusNow(row, now) !== "active") return row;
  const plan = planNow(row, now);
  return { ...row, plan, subscription_status: "active", trial_ends_at: null, plan_before_trial: null };
}

/** The end of a trial would take a plan back that was set during it. @throws OperatorError where it is not said what is meant */
function requireMeant(
  { subscription_status: present, plan, plan_before_trial: before, trial_ends_at: ends }: CompanyRow,
  to: CompanyRow["plan"] | undefined,
  status: CompanyRow["subscription_status"] | undefined,
): void {
  if (present !== "trial" || to === undefined || to === plan) return;
  const day = ends?.toISOString().slice(0, 10) ?? "its end";
  const then = before === null ? "expires then" : `returns to ${before} then`;
  if (status === undefined)
    throw new OperatorError(
      `The company is on trial of ${plan} until ${day} and ${then}, which would take ${to} back. To give it ${to} for good, and end the trial: --status active --trial-ends none. To try ${to} until ${day} in place of ${plan}: --status trial.`,
    );
  if (status === "trial" && to === before)
    throw new OperatorError(
      `The company returns to ${to} on ${day} already. To return now: clew operator trial end --company NAME`,
    );
}

/** The value of a company's plan in the audit log. */
const facts = (row: {
  readonly name: string;
  readonly plan: string;
  readonly subscription_status: string;
  readonly trial_ends_at: Date | null;
}) => ({
  name: row.name,
  plan: row.plan,
  status: row.subscription_status,
  trial_ends: row.trial_ends_at?.toISOString() ?? null,
});

/** A trial has an end, and only a trial has one. */
function requireTrial(status: string, trialEnds: Date | null): void {
  if (status === "trial" && trialEnds === null)
    throw new OperatorError("A trial needs an end: --trial-ends 2026-12-31");
}

/** The plan to which a trial that the command begins returns: an active one that it replaces. A running trial keeps its own. */
function planBefore(now: CompanyRow, plan: CompanyRow["plan"], status: CompanyRow["subscription_status"]) {
  if (status !== "trial") return null;
  if (now.subscription_status === "trial") return now.plan_before_trial;
  return now.subscription_status === "active" && now.plan !== plan ? now.plan : null;
}

export const companyCommands = {
  "company list": command("all companies with their plans", z.strictObject({}), async ({ db }) => {
    const rows = await listCompanies(db);
    return Promise.all(rows.map(({ id }) => companyRow(db, id)));
  }),
  "company create": command(
    "makes a company; invite its first Admin afterwards",
    z.strictObject({
      name: Text,
      plan: Plan.default("Standard"),
      status: Status.default("active"),
      "trial-ends": MomentOrNone.default(null),
    }),
    async ({ db }, { name, plan, status, "trial-ends": trialEnds }) => {
      requireTrial(status, trialEnds);
      const id = newId();
      await insertCompany(db, { id, name, plan, subscription_status: status, trial_ends_at: trialEnds });
      return [await companyRow(db, id)];
    },
  ),
  "company set": command(
    "changes the name, the plan, the status or the end of the trial; --dry-run yes shows what a change of plan takes away",
    z.strictObject({
      company: CompanyOption,
      name: Text.optional(),
      plan: Plan.optional(),
      status: Status.optional(),
      "trial-ends": MomentOrNone.optional(),
      "dry-run": YesOrNo,
    }),
    async ({ db }, { company, name, plan, status, "trial-ends": trialEnds, "dry-run": dryRun }) => {
      const { id } = await findCompany(db, company);
      if (dryRun === "yes") {
        if (plan === undefined) throw new OperatorError("--dry-run shows a change of plan. Name --plan.");
        return previewRows(db, id, plan);
      }
      await db.transaction().execute(async (transaction) => {
        const locked = await lockCompany(transaction, id);
        const now = plan === undefined && status === undefined ? locked : returned(locked, new Date());
        requireMeant(now, plan, status);
        const end = trialEnds === undefined ? now.trial_ends_at : trialEnds;
        requireTrial(status ?? now.subscription_status, end);
        const after = {
          name: name ?? now.name,
          plan: plan ?? now.plan,
          subscription_status: status ?? now.subscription_status,
          trial_ends_at: end,
          plan_before_trial: planBefore(now, plan ?? now.plan, status ?? now.subscription_status),
        };
        await updateCompany(transaction, id, after);
        await recordAuditEvent(transaction, operatorOf(id), {
          action: "company.plan_changed",
          before: facts(now),
          after: facts(after),
        });
      });
      return [await companyRow(db, id)];
    },
  ),
  "person list": command(
    "the users of a company",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      const { id } = await findCompany(db, company);
      return listUsersByEmail(db, id);
    },
  ),
  "invitation create": command(
    "invites an address to a company and prints the link; it is mailed as well",
    z.strictObject({
      company: CompanyOption,
      email: Address,
      role: z.enum(COMPANY_ROLES).default("Member"),
      language: z.enum(LANGUAGES).default("EN"),
    }),
    async ({ db, mail }, { company, email, role, language }) => {
      const { id: companyId } = await findCompany(db, company);
      return db.transaction().execute(async (transaction) => {
        const link = await invite(transaction, { companyId, email, role, invitedBy: null }).catch(refused);
        await recordAuditEvent(transaction, operatorOf(companyId), {
          action: "invitation.created",
          subject: { kind: "invitation", id: link.id, name: email },
          after: { role },
        });
        await mailInvitations(transaction, mail, [link], { companyId, by: null, language });
        return [
          {
            id: link.id,
            email,
            role,
            link: mail.link(invitationPath(link.token)),
            expires: link.expires.toISOString(),
            mail: mailState(mail),
          },
        ];
      });
    },
  ),
  "invitation list": command(
    "the open invitations of a company",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      const { id } = await findCompany(db, company);
      const open = await listInvitations(db, id);
      return open.map(({ id: invitationId, email, role, expires_at }) => ({
        id: invitationId,
        email,
        role,
        expires: expires_at,
      }));
    },
  ),
  "password reset": command(
    "prints a link to choose a new password; the old password stays valid until then",
    z.strictObject({ email: Address }),
    async ({ db, mail }, { email }) =>
      db.transaction().execute(async (transaction) => {
        const user = await findUserByEmail(transaction, email);
        if (!user) throw new OperatorError(`No user has the address ${email}.`);
        const { token, expires } = await newReset(transaction, user.id);
        if (user.company_id !== null) {
          await recordAuditEvent(transaction, operatorOf(user.company_id), {
            action: "password.reset_asked",
            subject: { kind: "user", id: user.id, name: email },
          });
        }
        return [{ email, link: mail.link(resetPath(token)), expires: expires.toISOString() }];
      }),
  ),
  "second-factor reset": command(
    "removes the second factors of a user and signs them out; their password alone then signs in",
    z.strictObject({ email: Address }),
    async ({ db, mail }, { email }) =>
      db.transaction().execute(async (transaction) => {
        const user = await findUserByEmail(transaction, email);
        if (!user) throw new OperatorError(`No user has the address ${email}.`);
        if (!(await resetFactors(transaction, user.id))) throw new OperatorError(`${email} has no second factor.`);
        const sessions = await endSessions(transaction, user.id);
        await reportFactorChange(transaction, mail, user, operatorOf(user.company_id), "reset", {
          action: "second_factor.reset",
          subject: { kind: "user", id: user.id, name: email },
        });
        return [{ email, ended_sessions: sessions, mail: mailState(mail) }];
      }),
  ),
};

const mailState = (mail: OperatorContext["mail"]): string => (mail.isSent ? "on its way" : "kept in the outbox");

function refused(error: unknown): never {
  if (error instanceof Invalid) {
    // A command checks separate fields, never nested ones.
    const sentences = Object.values(error.fields).flatMap((messages) =>
      Array.isArray(messages) ? messages.map(String) : [],
    );
    throw new OperatorError(sentences.join(" "), { cause: error });
  }
  throw error;
}
