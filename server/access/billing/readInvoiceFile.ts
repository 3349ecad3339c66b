import type { Db } from "../../db/openDb.ts";
import { findInvoiceById } from "../../db/tables/companies/billing.ts";
import { NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { invoicePdf } from "./invoicePdf.ts";

/** The PDF of an invoice. @throws NotFound where the company has no such invoice, or it was added by hand */
export async function readInvoiceFile(db: Db, companyId: string, id: string): Promise<Uint8Array> {
  const row = await findInvoiceById(db, companyId, id);
  if (!row?.content) throw new NotFound(message("invoice.not_found"));
  const { number, kind, issued_at: issued, due_at: due, content } = row;
  return invoicePdf({ number, kind, issued, due, content });
}
