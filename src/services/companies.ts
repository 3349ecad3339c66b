import * as endpoints from "virtual:endpoints/companies";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { CompanyRole, CompanyUser } from "../../contract/access/companies.ts";
import type { SetupPart } from "../../contract/access/setup.ts";
import type { Client } from "./client.ts";
import { listOf } from "./parseResponse.ts";
import { readCompanyUser, readInvitation, readInvitationLink, readInvoice } from "./readAccount.ts";
import { readCompany, readPlan } from "./readUser.ts";
import { ok, type Result } from "./result.ts";

/** The filter of the audit log. */
export type AuditQuery = QuerySent<"exportAudit">;

/** The user's company: its users, invitations, plan and invoices. */
export const createCompaniesService = ({ call, read, send, download }: Client) => {
  /** The first entry is the user's company. */
  const list = (signal?: AbortSignal) => read(endpoints.listCompanies, { signal }, listOf(readCompany));
  /** Users of the company; with a slug, those in that project. */
  const users = (id: string, projectSlug?: string, signal?: AbortSignal) =>
    read(endpoints.listCompanyUsers, { params: { id }, query: { projectSlug }, signal }, listOf(readCompanyUser));
  return {
    list,
    get: (id: string, signal?: AbortSignal) => read(endpoints.getCompany, { params: { id }, signal }, readCompany),
    /** Omitted fields are unchanged. */
    update: (id: string, body: BodySent<"updateCompany">) =>
      read(endpoints.updateCompany, { params: { id }, body }, readCompany),
    plan: (id: string, signal?: AbortSignal) => read(endpoints.getCompanyPlan, { params: { id }, signal }, readPlan),
    users,
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
        const listed = await list(signal);
        if (!listed.success) return listed;
        id = listed.data[0]?.id ?? null;
      }
      if (id === null) return ok({ people: [], members: [] });
      const [people, members] = await Promise.all([users(id, undefined, signal), users(id, projectSlug, signal)]);
      if (!people.success) return people;
      if (!members.success) return members;
      return ok({ people: people.data, members: members.data.map((member) => member.id) });
    },
    removeUser: (id: string, userId: string) => send(endpoints.removeCompanyUser, { params: { id, userId } }),
    changeRole: (id: string, userId: string, role: CompanyRole) =>
      send(endpoints.changeCompanyRole, { params: { id, userId }, body: { role } }),
    invitations: (id: string, signal?: AbortSignal) =>
      read(endpoints.listInvitations, { params: { id }, signal }, listOf(readInvitation)),
    invite: (id: string, body: BodySent<"createInvitation">) =>
      read(endpoints.createInvitation, { params: { id }, body }, readInvitationLink),
    /** Sends a new link with a new expiry to the address, and revokes the old one. */
    resendInvitation: (id: string, invitationId: string) =>
      read(endpoints.resendInvitation, { params: { id, invitationId } }, readInvitationLink),
    revokeInvitation: (id: string, invitationId: string) =>
      send(endpoints.revokeInvitation, { params: { id, invitationId } }),
    /** Health of the installation and the company's sources, for an Admin. */
    setup: (id: string, signal?: AbortSignal) => call(endpoints.getSetup, { params: { id }, signal }),
    /** Sends a mail or a request: a failure of the part is a result, and only a failure of the call an error. */
    testSetup: (id: string, part: SetupPart) => call(endpoints.testSetup, { params: { id }, body: { part } }),
    health: (id: string, signal?: AbortSignal) => call(endpoints.getCompanyHealth, { params: { id }, signal }),
    /** The company's usage of its quotas, for an Admin. */
    quotas: (id: string, signal?: AbortSignal) => call(endpoints.getCompanyQuotas, { params: { id }, signal }),
    audit: (id: string, query: AuditQuery, cursor: string | null, signal?: AbortSignal) =>
      call(endpoints.listAudit, { params: { id }, query: { ...query, cursor }, signal }),
    auditCsv: (id: string, query: AuditQuery, signal?: AbortSignal) =>
      call(endpoints.exportAudit, { params: { id }, query, signal }),
    keepAudit: (id: string, kept_days: number) =>
      call(endpoints.setAuditRetention, { params: { id }, body: { kept_days } }),
    /** All tables of projects as one zip. */
    exportArchive: (query: QuerySent<"exportArchive">, signal?: AbortSignal) =>
      download(endpoints.exportArchive, { query, signal }),
    /** A table of projects as a file. */
    exportTable: (table: string, query: QuerySent<"exportTable">, signal?: AbortSignal) =>
      download(endpoints.exportTable, { params: { table }, query, signal }),
    invoices: (id: string, signal?: AbortSignal) =>
      read(endpoints.listInvoices, { params: { id }, signal }, listOf(readInvoice)),
    /** The PDF of an invoice with `has_file`. */
    invoiceFile: (id: string, invoiceId: string) => download(endpoints.getInvoiceFile, { params: { id, invoiceId } }),
  };
};
export type CompaniesService = ReturnType<typeof createCompaniesService>;
