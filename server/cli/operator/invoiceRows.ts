import type { InvoiceContent } from "../../../contract/billing/invoices.ts";
import type { AnswerRow } from "./command.ts";

const amountOf = (cents: number): string => (cents / 100).toFixed(2);

/** The rows of an invoice, and then its sums. */
export const contentRows = ({ rows, net, tax, gross, currency }: InvoiceContent): AnswerRow[] => [
  ...rows.map(({ cents, ...row }) => ({
    row: row.kind,
    about: "plan" in row ? row.plan : "seats" in row ? `${row.seats}` : row.name,
    amount: amountOf(cents),
    currency,
  })),
  { row: "net", about: null, amount: amountOf(net), currency },
  { row: "tax", about: null, amount: amountOf(tax), currency },
  { row: "total", about: null, amount: amountOf(gross), currency },
];
