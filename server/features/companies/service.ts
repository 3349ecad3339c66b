import type { Company, CompanyBody, Invoice } from "../../../contract/access/companies.ts";
import type { z } from "zod";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listInvoices } from "../../db/tables/companies/billing.ts";
import { type CompanyRow, findCompanyById, lockCompany, updateCompany } from "../../db/tables/companies/companies.ts";

const pickDetails = ({ name, time_zone }: CompanyRow): Pick<CompanyRow, "name" | "time_zone"> => ({ name, time_zone });

/** A company as its member sees it, with the role of the caller. */
export async function readCompany(db: Db, caller: Principal, id: string): Promise<Company> {
  const row = await findCompanyById(db, id);
  return {
    id,
    ...pickDetails(row),
    role: caller.companyRole,
    requires_second_factor: row.requires_second_factor,
  };
}

/** The invoices of a company, as stored by billing. */
export async function readInvoices(db: Db, companyId: string): Promise<Invoice[]> {
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
    ...(row.content !== null && { has_file: true }),
  }));
}

/** Changes name and time zone; without a change nothing is written. */
export async function changeCompanyDetails(
  db: Db,
  id: string,
  { name, time_zone }: z.output<typeof CompanyBody>,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = pickDetails(await lockCompany(transaction, id));
    const after = { name, time_zone: time_zone ?? before.time_zone };
    if (after.name === before.name && after.time_zone === before.time_zone) return;
    await updateCompany(transaction, id, after);
    await recordAuditEvent(transaction, by, { action: "company.changed", before, after });
  });
}
