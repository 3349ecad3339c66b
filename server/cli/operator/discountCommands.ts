import { z } from "zod";
import { PLAN_NAMES } from "../../../contract/constants.ts";
import { operatorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { shownAmount } from "../../access/billing/shownAmount.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteDiscount, insertDiscount, listDiscounts } from "../../db/tables/companies/billing.ts";
import { command } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { Amount, BasisPoints, Currency, Day, MomentOrNone, OperatorError, Text } from "./options.ts";

const ofCompany = z.strictObject({ company: CompanyOption });

const discountsOf = async (db: Db, companyId: string) => {
  const rows = await listDiscounts(db, companyId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    percent: row.amount_cents === null ? row.percent : null,
    amount: row.amount_cents === null ? null : (row.amount_cents / 100).toFixed(2),
    currency: row.currency,
    plan: row.plan,
    from: row.starts_at?.toISOString() ?? null,
    ends: row.ends_at?.toISOString() ?? null,
  }));
};

type DiscountRow = Awaited<ReturnType<typeof listDiscounts>>[number];

const subjectOf = ({ id, name }: Pick<DiscountRow, "id" | "name">) => ({ kind: "discount", id, name });

/** The value of a discount in the audit log. */
const facts = (row: Pick<DiscountRow, "percent" | "amount_cents" | "currency" | "plan" | "ends_at">) => ({
  amount: row.amount_cents === null ? `${row.percent} %` : shownAmount(row.amount_cents, row.currency ?? ""),
  plan: row.plan,
  expires_at: row.ends_at?.toISOString() ?? null,
});

export const discountCommands = {
  "discount list": command("the discounts of a company", ofCompany, async ({ db }, { company }) =>
    discountsOf(db, (await findCompany(db, company)).id),
  ),
  "discount add": command(
    "gives a company a discount: --percent, or --amount and --currency; percentages apply first, the largest first",
    z.strictObject({
      company: CompanyOption,
      name: Text,
      percent: BasisPoints.refine((share) => share > 0, "must be more than 0").optional(),
      amount: Amount.refine((cents) => cents > 0, "must be more than 0").optional(),
      currency: Currency.optional(),
      plan: z.enum(PLAN_NAMES).optional(),
      from: Day.optional(),
      ends: MomentOrNone.default(null),
    }),
    async ({ db }, { company, name, percent, amount, currency, plan, from, ends }) => {
      if ((percent === undefined) === (amount === undefined)) throw new OperatorError("Name --percent or --amount.");
      if ((amount === undefined) !== (currency === undefined))
        throw new OperatorError("--amount and --currency go together.");
      if (from && ends && ends <= from) throw new OperatorError("--ends must be after --from.");
      const { id } = await findCompany(db, company);
      const discount = {
        id: newId(),
        company_id: id,
        name,
        percent: percent === undefined ? 0 : percent / 100,
        amount_cents: amount ?? null,
        currency: currency ?? null,
        plan: plan ?? null,
        starts_at: from ?? null,
        ends_at: ends,
      };
      await db.transaction().execute(async (transaction) => {
        await insertDiscount(transaction, discount);
        await recordAuditEvent(transaction, operatorOf(id), {
          action: "discount.added",
          subject: subjectOf(discount),
          after: facts(discount),
        });
      });
      return discountsOf(db, id);
    },
  ),
  "discount remove": command(
    "removes a discount",
    z.strictObject({ company: CompanyOption, id: z.string().min(1) }),
    async ({ db }, { company, id }) => {
      const { id: companyId } = await findCompany(db, company);
      await db.transaction().execute(async (transaction) => {
        const discount = (await listDiscounts(transaction, companyId)).find((row) => row.id === id);
        if (!discount || !(await deleteDiscount(transaction, companyId, id)))
          throw new OperatorError(`${company} has no discount ${id}.`);
        await recordAuditEvent(transaction, operatorOf(companyId), {
          action: "discount.removed",
          subject: subjectOf(discount),
          before: facts(discount),
        });
      });
      return discountsOf(db, companyId);
    },
  ),
};
