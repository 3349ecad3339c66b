/** The audit log, for the Admins of a company. Reading it leaves no trace; taking it along as a file does, and so does keeping less of it. */
import { actorOf, streamAuditEvents, recordAuditEvent, readAuditEvents, readAuditDays } from "../../access/auditLog.ts";
import { requireCompany } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { updateCompany } from "../../db/tables/companies/companies.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { auditCsv } from "./present.ts";

/** Rows of one file: about a hundred megabytes at most would be too many to hold. */
const MAX_EXPORT_ROWS = 50_000;

export function mountAudit(mount: RouteRegistrar, db: Db): void {
  mount("listAudit", async ({ user, params, query }) => {
    const companyId = requireCompany(user, params.id, "audit.read");
    return { ...(await readAuditEvents(db, companyId, query)), kept_days: await readAuditDays(db, companyId) };
  });
  mount("setAuditRetention", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "audit.change");
    await db.transaction().execute(async (transaction) => {
      const before = await readAuditDays(transaction, companyId);
      if (before === body.kept_days) return;
      await updateCompany(transaction, companyId, { audit_days: body.kept_days });
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: "audit.retention_changed",
        before: { kept_days: before },
        after: { kept_days: body.kept_days },
      });
    });
    return body;
  });
  mount("exportAudit", async ({ user, params, query, address, setHeader }) => {
    const companyId = requireCompany(user, params.id, "audit.read");
    await recordAuditEvent(db, actorOf(user, address), { action: "audit.exported" });
    setHeader("content-disposition", 'attachment; filename="audit.csv"');
    return auditCsv(streamAuditEvents(db, companyId, query, MAX_EXPORT_ROWS));
  });
}
