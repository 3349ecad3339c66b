import type { Company, CompanyPlan, CompanyRole, CompanyUser, Invitation } from "../../contract/companies.ts";
import type { AuditPage } from "../../contract/audit.ts";
import type { CompanyHealth } from "../../contract/health.ts";
import type { CompanyQuotas } from "../../contract/quotas.ts";
import { whole } from "./answerShape.ts";
import type { Http } from "./http.ts";
import * as shapes from "./shapes/health.ts";
import { companyQuotas } from "./shapes/quotas.ts";
import * as security from "./shapes/security.ts";
import { readCompanyUser, readInvitation, readInvitationLink, readInvoice, type ReadInvoice } from "./readAccount.ts";
import { readAs, readEach } from "./readAnswer.ts";
import { readCompany, readPlan } from "./readUser.ts";
import { succeed, type Result } from "./result.ts";

/** The filter of the audit log. */
export interface AuditAsked {
  readonly person: string | undefined;
  readonly action: string | undefined;
  /** Timestamps in UTC; `to` is exclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const at = (companyId: string, rest = ""): string => `companies/${encodeURIComponent(companyId)}${rest}`;
const invitationAt = (companyId: string, id: string, rest = ""): string =>
  at(companyId, `/invitations/${encodeURIComponent(id)}${rest}`);

const askUsers = async (
  http: Http,
  companyId: string,
  projectSlug?: string,
  signal?: AbortSignal,
): Promise<Result<CompanyUser[]>> =>
  readAs(await http<unknown>("GET", at(companyId, "/users"), { query: { projectSlug }, signal }), (answer) =>
    readEach(answer, readCompanyUser),
  );

/** The user's company: its users, invitations, plan and invoices. */
export const createCompaniesService = (http: Http) => ({
  /** The first entry is the user's company. */
  list: async (signal?: AbortSignal): Promise<Result<Company[]>> =>
    readAs(await http<unknown>("GET", "companies", { signal }), (answer) => readEach(answer, readCompany)),
  get: async (companyId: string, signal?: AbortSignal): Promise<Result<Company>> =>
    readAs(await http<unknown>("GET", at(companyId), { signal }), readCompany),
  /** Omitted fields are unchanged. */
  update: async (
    companyId: string,
    body: { readonly name: string; readonly time_zone?: string },
  ): Promise<Result<Company>> => readAs(await http<unknown>("PUT", at(companyId), { body }), readCompany),
  plan: async (companyId: string, signal?: AbortSignal): Promise<Result<CompanyPlan>> =>
    readAs(await http<unknown>("GET", at(companyId, "/plans"), { signal }), readPlan),
  /** Users of the company; with a slug, those in that project. */
  users: (companyId: string, projectSlug?: string, signal?: AbortSignal) =>
    askUsers(http, companyId, projectSlug, signal),
  /**
   * Users of the company, and which of them are in a project.
   * @param companyId null: the host does not return the company with the user, and the first of `list` is used
   */
  colleagues: async (
    companyId: string | null,
    projectSlug: string,
    signal?: AbortSignal,
  ): Promise<Result<{ people: CompanyUser[]; members: string[] }>> => {
    let id = companyId;
    if (id === null) {
      const own = readAs(await http<unknown>("GET", "companies", { signal }), (answer) =>
        readEach(answer, readCompany),
      );
      if (!own.success) return own;
      id = own.data[0]?.id ?? null;
    }
    if (id === null) return succeed({ people: [], members: [] });
    const [people, members] = await Promise.all([
      askUsers(http, id, undefined, signal),
      askUsers(http, id, projectSlug, signal),
    ]);
    if (!people.success) return people;
    if (!members.success) return members;
    return succeed({ people: people.data, members: members.data.map((member) => member.id) });
  },
  removeUser: (companyId: string, userId: string) =>
    http<null>("DELETE", at(companyId, `/users/${encodeURIComponent(userId)}`)),
  changeRole: (companyId: string, userId: string, role: CompanyRole) =>
    http<unknown>("PUT", at(companyId, `/users/${encodeURIComponent(userId)}/change-role`), { body: { role } }),
  invitations: async (companyId: string, signal?: AbortSignal): Promise<Result<Invitation[]>> =>
    readAs(await http<unknown>("GET", at(companyId, "/invitations"), { signal }), (answer) =>
      readEach(answer, readInvitation),
    ),
  invite: async (
    companyId: string,
    invitation: { readonly email: string; readonly role: CompanyRole },
  ): Promise<Result<{ link: string | null }>> =>
    readAs(await http<unknown>("POST", at(companyId, "/invitations"), { body: invitation }), readInvitationLink),
  /** Sends a new link with a new expiry to the address, and revokes the old one. */
  resendInvitation: async (companyId: string, id: string): Promise<Result<{ link: string | null }>> =>
    readAs(await http<unknown>("POST", invitationAt(companyId, id, "/resend")), readInvitationLink),
  revokeInvitation: (companyId: string, id: string) => http<null>("DELETE", invitationAt(companyId, id)),
  /** Health of the installation and the company's sources, for an Admin. */
  health: (companyId: string, signal?: AbortSignal) =>
    whole(shapes.companyHealth, http<CompanyHealth>("GET", at(companyId, "/health"), { signal })),
  /** The company's usage of its quotas, for an Admin. */
  quotas: (companyId: string, signal?: AbortSignal) =>
    whole(companyQuotas, http<CompanyQuotas>("GET", at(companyId, "/quotas"), { signal })),
  audit: (companyId: string, asked: AuditAsked, cursor: string | null, signal?: AbortSignal) =>
    whole(security.auditPage, http<AuditPage>("GET", at(companyId, "/audit"), { query: { ...asked, cursor }, signal })),
  auditCsv: (companyId: string, asked: AuditAsked, signal?: AbortSignal) =>
    http<string>("GET", at(companyId, "/audit/export"), { query: { ...asked }, signal }),
  keepAudit: (companyId: string, kept_days: number) =>
    whole(
      security.auditRetention,
      http<{ kept_days: number }>("PUT", at(companyId, "/audit"), { body: { kept_days } }),
    ),
  invoices: async (companyId: string, signal?: AbortSignal): Promise<Result<ReadInvoice[]>> =>
    readAs(await http<unknown>("GET", at(companyId, "/invoices"), { signal }), (answer) =>
      readEach(answer, readInvoice),
    ),
});
export type CompaniesService = ReturnType<typeof createCompaniesService>;
