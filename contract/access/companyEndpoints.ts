import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { InvoiceBuyer, InvoiceBuyerBody } from "../billing/invoiceBuyer.ts";
import { CompanySeats, PlanChange, PlanChangeQuery } from "../billing/planChange.ts";
import { AuditFilters, AuditKept, AuditPage, AuditQuery, AuditRetention } from "./audit.ts";
import {
  ChangeRoleBody,
  Company,
  CompanyBody,
  CompanyPlan,
  CompanyUser,
  CompanyUsersQuery,
  Invitation,
  InvitationBody,
  InvitationWithLink,
  Invoice,
} from "./companies.ts";
import { CompanyHealth } from "./health.ts";
import { CompanyQuotas } from "./quotas.ts";
import { SecondFactorPolicy } from "./secondFactors.ts";
import { InstallationSetup, SetupTest, SetupTestBody } from "./setup.ts";

// A table: one call, one row.
/** Calls about companies, their users, plans and records. */
// prettier-ignore
export const COMPANY_ENDPOINTS = {
  listCompanies: { method: "GET", path: "companies/", auth: "user", status: 200, response: z.array(Company), runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  getCompany: { method: "GET", path: "companies/:id/", auth: "user", status: 200, response: Company, runs: "main", agents: false, expired: true, confirm: false },
  updateCompany: { method: "PUT", path: "companies/:id/", auth: "user", body: CompanyBody, status: 200, response: Company, runs: "main", agents: false, expired: false, confirm: false },
  listCompanyUsers: { method: "GET", path: "companies/:id/users/", auth: "user", query: CompanyUsersQuery, status: 200, response: z.array(CompanyUser), runs: "main", agents: false, expired: true, confirm: false },
  removeCompanyUser: { method: "DELETE", path: "companies/:id/users/:userId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  changeCompanyRole: { method: "PUT", path: "companies/:id/users/:userId/change-role/", auth: "user", body: ChangeRoleBody, status: 200, response: CompanyUser, runs: "main", agents: false, expired: false, confirm: true },
  resetSecondFactors: { method: "DELETE", path: "companies/:id/users/:userId/second-factors/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: true },
  setSecondFactorPolicy: { method: "PUT", path: "companies/:id/second-factor-policy/", auth: "user", body: SecondFactorPolicy, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  listInvitations: { method: "GET", path: "companies/:id/invitations/", auth: "user", status: 200, response: z.array(Invitation), runs: "main", agents: false, expired: false, confirm: false },
  createInvitation: { method: "POST", path: "companies/:id/invitations/", auth: "user", body: InvitationBody, status: 201, response: InvitationWithLink, runs: "main", agents: false, expired: false, confirm: true },
  revokeInvitation: { method: "DELETE", path: "companies/:id/invitations/:invitationId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  resendInvitation: { method: "POST", path: "companies/:id/invitations/:invitationId/resend/", auth: "user", status: 200, response: InvitationWithLink, runs: "main", agents: false, expired: false, confirm: false },
  getCompanyPlan: { method: "GET", path: "companies/:id/plans/", auth: "user", status: 200, response: CompanyPlan, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  getCompanyHealth: { method: "GET", path: "companies/:id/health/", auth: "user", status: 200, response: CompanyHealth, runs: "main", agents: false, expired: false, confirm: false },
  getSetup: { method: "GET", path: "companies/:id/setup/", auth: "user", status: 200, response: InstallationSetup, runs: "main", agents: false, expired: false, confirm: false },
  testSetup: { method: "POST", path: "companies/:id/setup/test/", auth: "user", body: SetupTestBody, status: 200, response: SetupTest, runs: "main", agents: false, expired: false, confirm: false },
  getCompanyQuotas: { method: "GET", path: "companies/:id/quotas/", auth: "user", status: 200, response: CompanyQuotas, runs: "main", agents: false, expired: false, confirm: false },
  previewPlan: { method: "GET", path: "companies/:id/plan/preview/", auth: "user", query: PlanChangeQuery, status: 200, response: PlanChange, runs: "main", agents: false, expired: true, confirm: false },
  getSeats: { method: "GET", path: "companies/:id/seats/", auth: "user", status: 200, response: CompanySeats, runs: "main", agents: false, expired: true, confirm: false },
  getInvoiceBuyer: { method: "GET", path: "companies/:id/invoice-buyer/", auth: "user", status: 200, response: InvoiceBuyer, runs: "main", agents: false, expired: true, confirm: false },
  setInvoiceBuyer: { method: "PUT", path: "companies/:id/invoice-buyer/", auth: "user", body: InvoiceBuyerBody, status: 200, response: InvoiceBuyer, runs: "main", agents: false, expired: true, confirm: false },
  listInvoices: { method: "GET", path: "companies/:id/invoices/", auth: "user", status: 200, response: z.array(Invoice), runs: "main", agents: false, expired: true, confirm: false },
  getInvoiceFile: { method: "GET", path: "companies/:id/invoices/:invoiceId/file/", auth: "user", status: 200, response: null, type: "application/octet-stream", runs: "main", agents: false, expired: true, confirm: false },
  listAudit: { method: "GET", path: "companies/:id/audit/", auth: "user", query: AuditQuery, status: 200, response: AuditPage, runs: "main", agents: false, expired: false, confirm: false },
  setAuditRetention: { method: "PUT", path: "companies/:id/audit/", auth: "user", body: AuditRetention, status: 200, response: AuditKept, runs: "main", agents: false, expired: false, confirm: true },
  exportAudit: { method: "GET", path: "companies/:id/audit/export/", auth: "user", query: AuditFilters, status: 200, response: null, type: "text/csv", runs: "queue", agents: false, expired: false, confirm: true },
} as const satisfies Record<string, Endpoint>;
