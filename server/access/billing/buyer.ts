/** Whom the invoices of a company are addressed to. An issued invoice keeps what it had. */
import type { InvoiceBuyer } from "../../../contract/billing/invoiceBuyer.ts";
import type { Db } from "../../db/openDb.ts";
import { findBuyer, saveBuyer } from "../../db/tables/companies/billingSettings.ts";
import { findCompanyById, lockCompany } from "../../db/tables/companies/companies.ts";
import { type Actor, recordAuditEvent } from "../auditLog.ts";

/** The company itself, in English, before anything was set. */
export async function readBuyer(db: Db, companyId: string): Promise<InvoiceBuyer> {
  const buyer = await findBuyer(db, companyId);
  return {
    name: buyer?.name ?? (await findCompanyById(db, companyId)).name,
    address: buyer?.address ?? "",
    tax_id: buyer?.tax_id ?? "",
    reference: buyer?.reference ?? "",
    email: buyer?.email ?? "",
    language: buyer?.language ?? "EN",
  };
}

/** Stores the changes; without a change nothing is written. */
export const changeBuyer = (
  db: Db,
  companyId: string,
  changes: Partial<InvoiceBuyer>,
  by: Actor,
): Promise<InvoiceBuyer> =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await readBuyer(transaction, companyId);
    const after = { ...before, ...changes };
    if (JSON.stringify(before) === JSON.stringify(after)) return before;
    await saveBuyer(transaction, { company_id: companyId, ...after });
    await recordAuditEvent(transaction, by, {
      action: "company.buyer_changed",
      before: facts(before),
      after: facts(after),
      companyId,
    });
    return after;
  });

const facts = ({ address, email, ...buyer }: InvoiceBuyer) => ({
  ...buyer,
  postal_address: address.replaceAll("\n", "; "),
  invoice_email: email,
});
