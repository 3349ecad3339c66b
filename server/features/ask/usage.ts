/** What users have used of the model of their company, and its limits. */
import type { Principal } from "../../access/sessions/sessions.ts";
import { lockCompanyForReferences } from "../../db/tables/companies/companies.ts";
import {
  addModelUsage,
  type CompanyModelRow,
  countModelTokens,
  sumModelUsage,
  type UsageDay,
} from "../../db/tables/companies/companyModels.ts";
import type { Db } from "../../db/openDb.ts";
import { Conflict } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";

const MILLION = 1_000_000;

export interface TokenCount {
  readonly sent: number;
  readonly received: number;
}

/** In the currency of the prices. */
export const costOf = (model: CompanyModelRow, { sent, received }: TokenCount): number =>
  (sent * model.price_sent + received * model.price_received) / MILLION;

/** Null where the company has set no price. */
export const shownCost = (model: CompanyModelRow, tokens: TokenCount): number | null =>
  model.price_sent === 0 && model.price_received === 0 ? null : costOf(model, tokens);

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
/** The first day of the month (UTC). */
export const monthOf = (now: Date): string => `${dayOf(now).slice(0, 7)}-01`;

/** Why a user may not send this number of tokens now; null where the limits allow it. */
export async function limitReached(
  db: Db,
  model: CompanyModelRow,
  userId: string,
  tokens: TokenCount,
  now: Date,
): Promise<Message | null> {
  const companyId = model.company_id;
  const used = await countModelTokens(db, { companyId, userId, day: dayOf(now) });
  if (used + tokens.sent + tokens.received > model.day_tokens) {
    return message("ask.day_limit", { max: model.day_tokens, used });
  }
  if (model.month_cost === null) return null;
  const { cost } = await sumModelUsage(db, companyId, monthOf(now));
  return cost + costOf(model, tokens) > model.month_cost ? message("ask.month_limit") : null;
}

/** Tokens that are counted before the model answers, so that requests at the same time do not exceed a limit together. */
export interface Reservation {
  /** Replaces the reserved tokens by those that were used. */
  readonly settle: (used: TokenCount) => Promise<void>;
}

/** @throws Conflict where a limit is reached */
export async function reserveTokens(
  db: Db,
  model: CompanyModelRow,
  { id: userId }: Pick<Principal, "id">,
  tokens: TokenCount,
  now: Date,
): Promise<Reservation> {
  const day: UsageDay = { companyId: model.company_id, userId, day: dayOf(now) };
  const reserved = { tokens: tokens.sent + tokens.received, cost: costOf(model, tokens) };
  await db.transaction().execute(async (transaction) => {
    await lockCompanyForReferences(transaction, model.company_id);
    const refusal = await limitReached(transaction, model, userId, tokens, now);
    if (refusal !== null) throw new Conflict(refusal);
    await addModelUsage(transaction, day, { requests: 1, ...reserved });
  });
  return {
    settle: (used) =>
      addModelUsage(db, day, {
        requests: 0,
        tokens: used.sent + used.received - reserved.tokens,
        cost: costOf(model, used) - reserved.cost,
      }),
  };
}
