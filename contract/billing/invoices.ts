/** What an invoice says. Free of zod. */
import type { PLAN_NAMES } from "../constants.ts";
import type { Language } from "../access/users.ts";

export const BILLING_PERIODS = ["monthly", "yearly"] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

type Plan = (typeof PLAN_NAMES)[number];

export interface Party {
  readonly name: string;
  /** Lines are separated by a line feed. */
  readonly address: string;
  readonly tax_id: string;
  /** What the buyer wants printed, such as the number of an order. */
  readonly reference?: string;
}

/** A row is a kind and values, so that it is shown in the language of the invoice. */
export type InvoiceRow = { readonly cents: number } & (
  | { readonly kind: "plan"; readonly plan: Plan; readonly period: BillingPeriod }
  | {
      readonly kind: "seats";
      readonly seats: number;
      readonly each: number;
      readonly used: number;
      readonly included: number;
    }
  | { readonly kind: "discount"; readonly name: string }
  | { readonly kind: "credit"; readonly name: string }
  | { readonly kind: "unused"; readonly plan: Plan; readonly days: number; readonly of: number }
  | { readonly kind: "rest"; readonly plan: Plan; readonly days: number; readonly of: number }
);

/** What is printed. It is stored as it was issued. */
export interface InvoiceContent {
  readonly seller: Party;
  readonly buyer: Party;
  readonly language: Language;
  readonly currency: string;
  readonly plan: Plan;
  readonly period: BillingPeriod;
  /** Days, as 2026-12-31; `to` is the last one. */
  readonly from: string;
  readonly to: string;
  readonly rows: readonly InvoiceRow[];
  readonly tax_basis_points: number;
  /** The sum of the rows, the tax on it, and both together. */
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  /** The number of the invoice that a credit note takes back, or that a change of plan is about. */
  readonly about?: string;
}
