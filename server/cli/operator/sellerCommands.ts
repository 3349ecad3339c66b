import { z } from "zod";
import { LANGUAGES, PLAN_NAMES } from "../../../contract/constants.ts";
import { BILLING_PERIODS } from "../../../contract/billing/invoices.ts";
import { operatorOf } from "../../access/auditLog.ts";
import { changeBuyer, readBuyer } from "../../access/billing/buyer.ts";
import type { Db } from "../../db/openDb.ts";
import { findSeller, listPrices, savePrice, saveSeller } from "../../db/tables/companies/billingSettings.ts";
import { command, type AnswerRow } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { Address, Amount, BasisPoints, Currency, OperatorError, PostalAddress, Text } from "./options.ts";

const TaxId = z.string().trim().max(60, "must have at most 60 characters");
const lines = (address: string): string => address.replaceAll("\n", "; ");

async function sellerRow(db: Db) {
  const seller = await findSeller(db);
  return seller
    ? [
        {
          name: seller.name,
          address: lines(seller.address),
          tax_id: seller.tax_id,
          tax_percent: seller.tax_basis_points / 100,
          currency: seller.currency,
          prefix: seller.prefix,
          last_number: seller.last_number,
        },
      ]
    : [];
}

async function buyerRow(db: Db, company: { readonly id: string; readonly name: string }): Promise<AnswerRow> {
  const { address, ...buyer } = await readBuyer(db, company.id);
  return { company: company.name, ...buyer, address: lines(address) };
}

const prices = async (db: Db) =>
  (await listPrices(db)).map((row) => ({
    plan: row.plan,
    period: row.period,
    amount: (row.cents / 100).toFixed(2),
    included_seats: row.included_seats,
    seat: (row.seat_cents / 100).toFixed(2),
  }));

export const sellerCommands = {
  "seller show": command("who issues invoices, with tax, currency and the last number", z.strictObject({}), ({ db }) =>
    sellerRow(db),
  ),
  "seller set": command(
    "sets who issues invoices; lines of the address are separated by semicolons",
    z.strictObject({
      name: Text.optional(),
      address: PostalAddress.optional(),
      "tax-id": TaxId.optional(),
      "tax-percent": BasisPoints.optional(),
      currency: Currency.optional(),
      prefix: z
        .string()
        .regex(/^[\w./-]{0,20}$/, "must be at most 20 letters, digits or . / - _")
        .optional(),
    }),
    async ({ db }, options) => {
      const now = await findSeller(db);
      const name = options.name ?? now?.name;
      const currency = options.currency ?? now?.currency;
      if (name === undefined || currency === undefined) throw new OperatorError("Name --name and --currency first.");
      await saveSeller(db, {
        name,
        currency,
        address: options.address ?? now?.address ?? "",
        tax_id: options["tax-id"] ?? now?.tax_id ?? "",
        tax_basis_points: options["tax-percent"] ?? now?.tax_basis_points ?? 0,
        prefix: options.prefix ?? now?.prefix ?? "",
      });
      return sellerRow(db);
    },
  ),
  "price list": command("what plans cost", z.strictObject({}), ({ db }) => prices(db)),
  "price set": command(
    "sets what a plan costs for a period, and each used seat beyond those included",
    z.strictObject({
      plan: z.enum(PLAN_NAMES),
      period: z.enum(BILLING_PERIODS),
      amount: Amount,
      "included-seats": z.coerce.number().int("must be a whole number").min(0).max(1_000_000).default(0),
      "seat-amount": Amount.default(0),
    }),
    async ({ db }, { plan, period, amount, "included-seats": seats, "seat-amount": each }) => {
      await savePrice(db, { plan, period, cents: amount, included_seats: seats, seat_cents: each });
      return prices(db);
    },
  ),
  "buyer show": command(
    "whom invoices of a company are addressed to",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => [await buyerRow(db, await findCompany(db, company))],
  ),
  "buyer set": command(
    "sets whom invoices of a company are addressed to, and their language",
    z.strictObject({
      company: CompanyOption,
      name: Text.optional(),
      address: PostalAddress.optional(),
      "tax-id": TaxId.optional(),
      reference: z.string().trim().max(60, "must have at most 60 characters").optional(),
      email: z.union([z.literal("none").transform(() => ""), Address]).optional(),
      language: z.enum(LANGUAGES).optional(),
    }),
    async ({ db }, { company, "tax-id": taxId, ...options }) => {
      const companyRow = await findCompany(db, company);
      const chosen = Object.entries({ ...options, tax_id: taxId }).filter(([, value]) => value !== undefined);
      await changeBuyer(db, companyRow.id, Object.fromEntries(chosen), operatorOf(companyRow.id));
      return [await buyerRow(db, companyRow)];
    },
  ),
};
