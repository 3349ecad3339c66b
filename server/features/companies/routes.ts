import { changeAccessPolicy, readAccessPolicy } from "../../access/accessPolicy.ts";
import { actorOf } from "../../access/auditLog.ts";
import { projectFor, requireCompany } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { Quotas } from "../../settings.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { changeBuyer, readBuyer } from "../../access/billing/buyer.ts";
import { previewPlanChange } from "../../access/billing/planChange.ts";
import { readSeats } from "../../access/billing/readSeats.ts";
import { readInvoiceFile } from "../../access/billing/readInvoiceFile.ts";
import { changeCompanyDetails, readCompany, readInvoices } from "./service.ts";
import { readCompanyQuotas } from "./companyQuotas.ts";
import { readCompanyPlan } from "./companyPlan.ts";
import { changeCompanyRole, listCompanyUsers, removeCompanyUser } from "./companyUsers.ts";

export interface CompaniesDeps {
  readonly db: Db;
  /** The quotas of companies without their own values. */
  readonly quotas: Quotas;
}

export function mountCompanies(mount: RouteRegistrar, { db, quotas }: CompaniesDeps): void {
  mount("listCompanies", async ({ user }) =>
    user.companyId === null ? [] : [await readCompany(db, user, user.companyId)],
  );
  mount("getCompany", async ({ user, params }) =>
    readCompany(db, user, requireCompany(user, params.id, "company.read")),
  );
  mount("updateCompany", async ({ user, params, body, address }) => {
    const id = requireCompany(user, params.id, "company.update");
    await changeCompanyDetails(db, id, body, actorOf(user, address));
    return readCompany(db, user, id);
  });
  mount("getCompanyPlan", async ({ user, params }) =>
    readCompanyPlan(db, requireCompany(user, params.id, "plan.read")),
  );
  mount("getCompanyQuotas", async ({ user, params }) =>
    readCompanyQuotas(db, requireCompany(user, params.id, "quotas.read"), quotas),
  );
  mount("getAccessPolicy", async ({ user, params, address }) =>
    readAccessPolicy(db, requireCompany(user, params.id, "access.read"), address),
  );
  mount("setAccessPolicy", async ({ user, params, body, address }) => {
    const id = requireCompany(user, params.id, "access.change");
    await changeAccessPolicy(db, id, body, actorOf(user, address), address);
    return readAccessPolicy(db, id, address);
  });
  mount("previewPlan", async ({ user, params, query }) =>
    previewPlanChange(db, requireCompany(user, params.id, "plan.preview"), query.plan),
  );
  mount("getSeats", async ({ user, params }) =>
    readSeats(db, requireCompany(user, params.id, "seats.read"), new Date()),
  );
  mount("getInvoiceBuyer", async ({ user, params }) => readBuyer(db, requireCompany(user, params.id, "invoices.read")));
  mount("setInvoiceBuyer", async ({ user, params, body, address }) =>
    changeBuyer(db, requireCompany(user, params.id, "invoices.change"), body, actorOf(user, address)),
  );
  mount("listInvoices", async ({ user, params }) => readInvoices(db, requireCompany(user, params.id, "invoices.read")));
  mount("getInvoiceFile", ({ user, params }) =>
    readInvoiceFile(db, requireCompany(user, params.id, "invoices.read"), params.invoiceId),
  );

  mount("listCompanyUsers", async ({ user, params, query }) => {
    const companyId = requireCompany(user, params.id, "users.read");
    if (query.projectSlug === undefined) return listCompanyUsers(db, user, companyId);
    // The members of a project are shown to its members alone, as in `projects/{id}/users`.
    const project = await projectFor(db, user, query.projectSlug, "members.read");
    return listCompanyUsers(db, user, companyId, project.id);
  });
  mount("removeCompanyUser", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "users.change");
    await removeCompanyUser(db, user, companyId, params.userId, actorOf(user, address));
  });
  mount("changeCompanyRole", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "users.change");
    return changeCompanyRole(db, companyId, params.userId, body.role, actorOf(user, address));
  });
}
