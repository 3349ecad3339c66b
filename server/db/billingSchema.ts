/** The tables of billing: discounts and invoices of companies, what the operator charges, and the days on which seats were used. */
import type { ColumnType } from "kysely";
import type { BillingPeriod, InvoiceContent } from "../../contract/invoices.ts";
import type { Language } from "../../contract/users.ts";
import type { CompaniesTable } from "./accessSchema.ts";
import type { Time } from "./columns.ts";

type Plan = CompaniesTable["plan"];

/** One row. */
export interface BillingSellerTable {
  id: number;
  name: string;
  /** Lines are separated by a line feed. */
  address: string;
  tax_id: string;
  tax_basis_points: number;
  currency: string;
  /** Before the number of each invoice. */
  prefix: string;
  /** Of the last invoice: the next one has the number after it. */
  last_number: ColumnType<number, number | undefined, number>;
}

export interface BillingPricesTable {
  plan: CompaniesTable["plan"];
  period: BillingPeriod;
  cents: number;
  included_seats: number;
  /** The price of each seat beyond. */
  seat_cents: number;
}

export interface BillingBuyersTable {
  company_id: string;
  name: string;
  address: string;
  tax_id: string;
  language: Language;
}

export interface DiscountsTable {
  id: string;
  company_id: string;
  name: string;
  /** 0 where an amount is taken off. */
  percent: number;
  ends_at: Time | null;
  amount_cents: ColumnType<number | null, number | null | undefined, number | null>;
  currency: ColumnType<string | null, string | null | undefined, string | null>;
  starts_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The only plan that it is for; null: each. */
  plan: ColumnType<Plan | null, Plan | null | undefined, Plan | null>;
}

export interface InvoicesTable {
  id: string;
  company_id: string;
  number: string;
  issued_at: Time;
  due_at: Time | null;
  amount_cents: number;
  currency: string;
  status: "paid" | "open" | "void";
  download_url: string | null;
  /** Null: added by hand, under a number of another system. The database keeps issued ones from changing. */
  sequence: ColumnType<number | null, number | null | undefined, number | null>;
  kind: ColumnType<"invoice" | "credit_note", "invoice" | "credit_note" | undefined, never>;
  /** The invoice that a credit note takes back. */
  credits: ColumnType<string | null, string | null | undefined, string | null>;
  period_start: ColumnType<Date | null, Date | null | undefined, Date | null>;
  content: ColumnType<InvoiceContent | null, string | null | undefined, never>;
}

/** A day in UTC on which a user of the company signed in or acted. */
export interface SeatDaysTable {
  company_id: string;
  day: ColumnType<string, string, never>;
  user_id: string;
}
