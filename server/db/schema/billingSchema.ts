/** The tables of billing: discounts and invoices of companies, what the operator charges, and the days on which seats were used. */
import type { ColumnType, Generated } from "kysely";
import type { BillingPeriod, InvoiceContent } from "../../../contract/billing/invoices.ts";
import type { Language } from "../../../contract/access/users.ts";
import type { CompaniesTable } from "./accessSchema.ts";
import type { Time } from "../columns.ts";

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
  /** Number of the last invoice; the next invoice has the number after it. */
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
  /** What the company wants printed, such as the number of its order; "" for none. */
  reference: ColumnType<string, string | undefined, string>;
  /** Gets each invoice besides the Admins; "" for none. */
  email: ColumnType<string, string | undefined, string>;
}

/** Invoices of a company that are issued without a command: one for each period, when it has ended. */
export interface BillingSchedulesTable {
  company_id: string;
  period: BillingPeriod;
  /** First day of the first period, at midnight in UTC. The days of later ones are counted from it, so that a month with fewer days moves none. */
  first_day: Time;
  /** Periods before the one that is drafted next. */
  period_number: Generated<number>;
  /** The day after that period. */
  period_end: Time;
  /** Days from a draft to its invoice; null: a draft waits for a command. */
  draft_days: number | null;
  due_days: number;
  /** Why there is no draft of the period that has ended, or that the last one was left out. */
  problem: string | null;
}

/** An invoice before it has a number. It is deleted when it is issued. */
export interface InvoiceDraftsTable {
  id: string;
  company_id: string;
  period_start: Time;
  content: ColumnType<InvoiceContent, string, string>;
  due_days: number;
  created_at: Time;
  /** Null: by a command alone. */
  issue_at: Time | null;
  /** Why it could not be issued when it was due. */
  problem: string | null;
}

/** The mails about the end of a trial that were written, by the days before it; 0: the end itself. A trial that is lengthened has others. */
export interface TrialWarningsTable {
  company_id: string;
  ends_at: Time;
  days: number;
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
