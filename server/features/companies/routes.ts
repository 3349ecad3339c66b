import type { Company, InvitationWithLink, Invoice } from "../../../contract/companies.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { projectFor, requireCompany } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions.ts";
import {
  invite,
  invitationPath,
  type InvitationLink,
  listInvitations,
  mailInvitation,
  readInvitation,
  readInvitationByToken,
  renewInvitation,
  revokeInvitation,
} from "../../access/invitations.ts";
import { EMAIL_LIMITS, RateLimiter } from "../../access/RateLimiter.ts";
import type { Db } from "../../db/openDb.ts";
import { listInvoices } from "../../db/tables/billing.ts";
import { type CompanyRow, findCompanyById, lockCompany, updateCompany } from "../../db/tables/companies.ts";
import type { Mail } from "../../mail/Mail.ts";
import type { Quotas } from "../../settings.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { readCompanyQuotas } from "./companyQuotas.ts";
import { readCompanyPlan } from "./companyPlan.ts";
import { changeCompanyRole, listCompanyUsers, removeCompanyUser } from "./companyUsers.ts";

export interface CompaniesDeps {
  readonly db: Db;
  readonly mail: Mail;
  /** Without a mail server: reports the link of a new invitation, so that an operator can pass it on. */
  readonly announceInvitation: (email: string, path: string) => void;
  /** What companies may use that have no values of their own. */
  readonly quotas: Quotas;
}

export function mountCompanies(mount: RouteRegistrar, { db, mail, announceInvitation, quotas }: CompaniesDeps): void {
  const resending = new RateLimiter(db, { ...EMAIL_LIMITS, name: "resending" });
  mount("listCompanies", async ({ user }) =>
    user.companyId === null ? [] : [await readCompany(db, user, user.companyId)],
  );
  mount("getCompany", async ({ user, params }) =>
    readCompany(db, user, requireCompany(user, params.id, "company.read")),
  );
  mount("updateCompany", async ({ user, params, body, address }) => {
    const id = requireCompany(user, params.id, "company.update");
    const { name, time_zone } = body;
    await db.transaction().execute(async (transaction) => {
      const before = pickDetails(await lockCompany(transaction, id));
      const after = { name, time_zone: time_zone ?? before.time_zone };
      if (after.name === before.name && after.time_zone === before.time_zone) return;
      await updateCompany(transaction, id, after);
      await recordAuditEvent(transaction, actorOf(user, address), { action: "company.changed", before, after });
    });
    return readCompany(db, user, id);
  });
  mount("getCompanyPlan", async ({ user, params }) =>
    readCompanyPlan(db, requireCompany(user, params.id, "plan.read")),
  );
  mount("getCompanyQuotas", async ({ user, params }) =>
    readCompanyQuotas(db, requireCompany(user, params.id, "quotas.read"), quotas),
  );
  mount("listInvoices", async ({ user, params }) => readInvoices(db, requireCompany(user, params.id, "invoices.read")));

  mount("listCompanyUsers", async ({ user, params, query }) => {
    const companyId = requireCompany(user, params.id, "users.read");
    if (query.projectSlug === undefined) return listCompanyUsers(db, companyId);
    // Who is in a project is for its members, as in `projects/{id}/users`.
    const project = await projectFor(db, user, query.projectSlug, "members.read");
    return listCompanyUsers(db, companyId, project.id);
  });
  mount("removeCompanyUser", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "users.change");
    await removeCompanyUser(db, user, companyId, params.userId, actorOf(user, address));
  });
  mount("changeCompanyRole", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "users.change");
    return changeCompanyRole(db, companyId, params.userId, body.role, actorOf(user, address));
  });

  mount("listInvitations", async ({ user, params }) =>
    listInvitations(db, requireCompany(user, params.id, "invitations.read")),
  );
  mount("createInvitation", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "invitations.change");
    const link = await db.transaction().execute(async (transaction) => {
      const made = await invite(transaction, { companyId, ...body, invitedBy: user.id });
      const about = { companyId, by: user.name, language: user.language };
      await mailInvitation(transaction, mail, { ...made, email: body.email }, about);
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: "invitation.created",
        subject: { kind: "invitation", id: made.id, name: body.email },
        after: { role: body.role },
      });
      return made;
    });
    announceInvitation(body.email, invitationPath(link.token));
    return withLink(db, mail, link);
  });
  mount("resendInvitation", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "invitations.change");
    const link = await db.transaction().execute(async (transaction) => {
      const renewed = await renewInvitation(transaction, companyId, params.invitationId);
      // Only existing invitations count, so that a wrong id does not reduce the limit.
      await resending.take(address, renewed.id, transaction);
      await mailInvitation(transaction, mail, renewed, { companyId, by: user.name, language: user.language });
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: "invitation.resent",
        subject: { kind: "invitation", id: renewed.id, name: renewed.email },
      });
      return renewed;
    });
    announceInvitation(link.email, invitationPath(link.token));
    return withLink(db, mail, link);
  });
  mount("revokeInvitation", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "invitations.change");
    await db.transaction().execute(async (transaction) => {
      const { email } = await revokeInvitation(transaction, companyId, params.invitationId);
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: "invitation.revoked",
        subject: { kind: "invitation", id: params.invitationId, name: email },
      });
    });
  });
  mount("getInvitation", ({ params }) => readInvitationByToken(db, params.token));
}

const withLink = async (db: Db, mail: Mail, { id, token }: InvitationLink): Promise<InvitationWithLink> => ({
  ...(await readInvitation(db, id)),
  link: mail.link(invitationPath(token)),
});

const pickDetails = ({ name, time_zone }: CompanyRow): Pick<CompanyRow, "name" | "time_zone"> => ({ name, time_zone });

async function readCompany(db: Db, caller: Principal, id: string): Promise<Company> {
  const row = pickDetails(await findCompanyById(db, id));
  return { id, ...row, role: caller.companyRole };
}

async function readInvoices(db: Db, companyId: string): Promise<Invoice[]> {
  const rows = await listInvoices(db, companyId);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    issued_at: row.issued_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    amount_cents: row.amount_cents,
    currency: row.currency,
    status: row.status,
    download_url: row.download_url,
  }));
}
