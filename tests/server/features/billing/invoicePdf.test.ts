/** Invoices as PDF, read back by another library than the one that made them. */
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import type { InvoiceContent, InvoiceRow } from "../../../../contract/billing/invoices.ts";
import { totalsOf } from "../../../../server/access/billing/amounts.ts";
import { invoicePdf, type PrintedInvoice } from "../../../../server/access/billing/invoicePdf.ts";

const LONG = "Uzun".repeat(120);
const rows: InvoiceRow[] = [
  { kind: "plan", plan: "Premium", period: "monthly", cents: 1_234_50 },
  { kind: "seats", seats: 2, each: 10_00, used: 7, included: 5, cents: 20_00 },
  { kind: "discount", name: "<b>Erken</b> & İlk", cents: -125_45 },
];
const content = (given: readonly InvoiceRow[], language: "EN" | "TR" = "EN"): InvoiceContent => ({
  seller: { name: "Çeşme Yazılım Ğ A.Ş.", address: "Işık Sokağı 1\nİzmir", tax_id: "123" },
  buyer: { name: "<script>alert(1)</script> Ąžuolas Ωμέγα Жук", address: LONG, tax_id: "" },
  language,
  currency: "EUR",
  plan: "Premium",
  period: "monthly",
  from: "2026-12-01",
  to: "2026-12-31",
  rows: given,
  tax_basis_points: 2000,
  ...totalsOf(given, 2000),
});
const invoice = (given: readonly InvoiceRow[], language: "EN" | "TR" = "EN"): PrintedInvoice => ({
  number: "A-000001",
  kind: "invoice",
  issued: new Date("2026-12-01T09:00:00Z"),
  due: new Date("2026-12-15T09:00:00Z"),
  content: content(given, language),
});
const read = async (bytes: Uint8Array): Promise<string[]> =>
  (await extractText(await getDocumentProxy(Uint8Array.from(bytes)))).text.map((page) => page.replaceAll(/\s+/g, " "));

test("has the rows, the sums and both parties, also with Turkish letters and with text that looks like HTML", async () => {
  const [page = ""] = await read(await invoicePdf(invoice(rows)));
  for (const text of [
    "A-000001",
    "Plan Premium, one month",
    "EUR 1,234.50",
    "2 more seats at EUR 10.00",
    "-EUR 125.45",
  ])
    expect(page).toContain(text);
  for (const text of ["EUR 1,129.05", "Tax (20%)", "EUR 225.81", "EUR 1,354.86"]) expect(page).toContain(text);
  for (const text of ["Çeşme Yazılım Ğ A.Ş.", "Işık Sokağı 1", "İzmir", "<b>Erken</b> & İlk", "Page 1 of 1"])
    expect(page).toContain(text);
  expect(page.replaceAll(" ", "")).toContain("<script>alert(1)</script>ĄžuolasΩμέγαЖук");
  // No letter of a word longer than a line is lost.
  expect(page.replaceAll(" ", "")).toContain(LONG);
});

test("is in the language of the invoice", async () => {
  const [page = ""] = await read(await invoicePdf(invoice(rows, "TR")));
  for (const text of ["Fatura", "Genel toplam", "1 Aralık 2026 – 31 Aralık 2026", "2 ek kullanıcı", "Vergi (%20)"])
    expect(page).toContain(text);
});

test("continues on further pages, with each row and amount once", async () => {
  const many = Array.from({ length: 60 }, (_, at): InvoiceRow => ({
    kind: "credit",
    name: `Row${at}.`,
    cents: at + 1,
  }));
  const pages = await read(await invoicePdf(invoice(many)));
  expect(pages.length).toBeGreaterThan(1);
  const all = pages.join(" ");
  for (let at = 0; at < 60; at += 1) expect(all.split(`Credit: Row${at}.`)).toHaveLength(2);
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
  for (const page of pages) expect(page).toContain("Description");
});

test("has the same bytes each time", async () => {
  expect(Buffer.compare(await invoicePdf(invoice(rows)), await invoicePdf(invoice(rows)))).toBe(0);
});
