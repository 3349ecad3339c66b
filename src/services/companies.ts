import type { Company, CompanyPlan, CompanyRole, CompanyUser, Invitation } from "../../contract/companies.ts";
import type { AuditPage } from "../../contract/audit.ts";
import type { CompanyHealth } from "../../contract/health.ts";
import type { CompanyQuotas } from "../../contract/quotas.ts";
import { validate } from "./responseGuard.ts";
import type { Http } from "./http.ts";
import * as shapes from "./guards/health.ts";
import { companyQuotas } from "./guards/quotas.ts";
import * as security from "./guards/security.ts";
import { readCompanyUser, readInvitation, readInvitationLink, readInvoice, type ReadInvoice } from "./readAccount.ts";
import { parseWith, parseList } from "./parseResponse.ts";
import { readCompany, readPlan } from "./readUser.ts";
import { ok, type Result } from "./result.ts";

/** The filter of the audit log. */
export interface AuditQuery {
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
  parseWith(await http<unknown>("GET", at(companyId, "/users"), { query: { projectSlug }, signal }), (answer) =>
    parseList(answer, readCompanyUser),
  );

/** The user's company: its users, invitations, plan and invoices. */
export const createCompaniesService = (http: Http) => ({
  /** The first entry is the user's company. */
  list: async (signal?: AbortSignal): Promise<Result<Company[]>> =>
    parseWith(await http<unknown>("GET", "companies", { signal }), (answer) => parseList(answer, readCompany)),
  get: async (companyId: string, signal?: AbortSignal): Promise<Result<Company>> =>
    parseWith(await http<unknown>("GET", at(companyId), { signal }), readCompany),
  /** Omitted fields are unchanged. */
  update: async (
    companyId: string,
    body: { readonly name: string; readonly time_zone?: string },
  ): Promise<Result<Company>> => parseWith(await http<unknown>("PUT", at(companyId), { body }), readCompany),
  plan: async (companyId: string, signal?: AbortSignal): Promise<Result<CompanyPlan>> =>
    parseWith(await http<unknown>("GET", at(companyId, "/plans"), { signal }), readPlan),
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
      const own = parseWith(await http<unknown>("GET", "companies", { signal }), (answer) =>
        parseList(answer, readCompany),
      );
      if (!own.success) return own;
      id = own.data[0]?.id ?? null;
    }
    if (id === null) return ok({ people: [], members: [] });
    const [people, members] = await Promise.all([
      askUsers(http, id, undefined, signal),
      askUsers(http, id, projectSlug, signal),
    ]);
    if (!people.success) return people;
    if (!members.success) return members;
    return ok({ people: people.data, members: members.data.map((member) => member.id) });
  },
  removeUser: (companyId: string, userId: string) =>
    http<null>("DELETE", at(companyId, `/users/${encodeURIComponent(userId)}`)),
  changeRole: (companyId: string, userId: string, role: CompanyRole) =>
    http<unknown>("PUT", at(companyId, `/users/${encodeURIComponent(userId)}/change-role`), { body: { role } }),
  invitations: async (companyId: string, signal?: AbortSignal): Promise<Result<Invitation[]>> =>
    parseWith(await http<unknown>("GET", at(companyId, "/invitations"), { signal }), (answer) =>
      parseList(answer, readInvitation),
    ),
  invite: async (
    companyId: string,
    invitation: { readonly email: string; readonly role: CompanyRole },
  ): Promise<Result<{ link: string | null }>> =>
    parseWith(await http<unknown>("POST", at(companyId, "/invitations"), { body: invitation }), readInvitationLink),
  /** Sends a new link with a new expiry to the address, and revokes the old one. */
  resendInvitation: async (companyId: string, id: string): Promise<Result<{ link: string | null }>> =>
    parseWith(await http<unknown>("POST", invitationAt(companyId, id, "/resend")), readInvitationLink),
  revokeInvitation: (companyId: string, id: string) => http<null>("DELETE", invitationAt(companyId, id)),
  /** Health of the installation and the company's sources, for an Admin. */
  health: (companyId: string, signal?: AbortSignal) =>
    validate(shapes.companyHealth, http<CompanyHealth>("GET", at(companyId, "/health"), { signal })),
  /** The company's usage of its quotas, for an Admin. */
  quotas: (companyId: string, signal?: AbortSignal) =>
    validate(companyQuotas, http<CompanyQuotas>("GET", at(companyId, "/quotas"), { signal })),
  audit: (companyId: string, asked: AuditQuery, cursor: string | null, signal?: AbortSignal) =>
    validate(
      security.auditPage,
      http<AuditPage>("GET", at(companyId, "/audit"), { query: { ...asked, cursor }, signal }),
    ),
  auditCsv: (companyId: string, asked: AuditQuery, signal?: AbortSignal) =>
    http<string>("GET", at(companyId, "/audit/export"), { query: { ...asked }, signal }),
  keepAudit: (companyId: string, kept_days: number) =>
    validate(
      security.auditRetention,
      http<{ kept_days: number }>("PUT", at(companyId, "/audit"), { body: { kept_days } }),
    ),
  invoices: async (companyId: string, signal?: AbortSignal): Promise<Result<ReadInvoice[]>> =>
    parseWith(await http<unknown>("GET", at(companyId, "/invoices"), { signal }), (answer) =>
      parseList(answer, readInvoice),
    ),
});
export type CompaniesService = ReturnType<typeof createCompaniesService>;
