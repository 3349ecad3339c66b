/** Language models of companies, and what their users have used of them. */
import { type Insertable, type Selectable, sql } from "kysely";
import type { CompanyModelsTable } from "../../schema/modelSchema.ts";
import type { Db } from "../../openDb.ts";

export type CompanyModelRow = Selectable<CompanyModelsTable>;

export const findCompanyModel = (db: Db, companyId: string): Promise<CompanyModelRow | undefined> =>
  db.selectFrom("company_models").selectAll().where("company_id", "=", companyId).executeTakeFirst();

/** The model that words the digests of a user, with what decides whether their company has expired; undefined where it has not turned that on. */
export const findDigestModel = (db: Db, userId: string) =>
  db
    .selectFrom("company_models as model")
    .innerJoin("users", "users.company_id", "model.company_id")
    .innerJoin("companies", "companies.id", "model.company_id")
    .selectAll("model")
    .select(["companies.subscription_status", "companies.trial_ends_at", "companies.plan_before_trial"])
    .where("users.id", "=", userId)
    .where("model.is_enabled", "=", true)
    .where("model.words_digests", "=", true)
    .executeTakeFirst();

/** Stores the model of a company, in the place of the present one. */
export async function upsertCompanyModel(db: Db, row: Insertable<CompanyModelsTable>): Promise<void> {
  const { company_id: _, ...values } = row;
  await db
    .insertInto("company_models")
    .values(row)
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
}

/** A user's day at the model of a company. */
export interface UsageDay {
  readonly companyId: string;
  readonly userId: string;
  /** `2026-11-21`, UTC. */
  readonly day: string;
}

export interface Usage {
  readonly requests: number;
  readonly tokens: number;
  readonly cost: number;
}

/** Adds to a user's day; negative numbers take back what was reserved. */
export async function addModelUsage(db: Db, { companyId, userId, day }: UsageDay, usage: Usage): Promise<void> {
  await db
    .insertInto("model_usage")
    .values({ company_id: companyId, user_id: userId, day, ...usage })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "day", "user_id"]).doUpdateSet((set) => ({
        requests: set("model_usage.requests", "+", usage.requests),
        tokens: set("model_usage.tokens", "+", usage.tokens),
        cost: set("model_usage.cost", "+", usage.cost),
      })),
    )
    .execute();
}

/** Tokens that a user has used on a day. */
export async function countModelTokens(db: Db, { companyId, userId, day }: UsageDay): Promise<number> {
  const row = await db
    .selectFrom("model_usage")
    .select("tokens")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("day", "=", day)
    .executeTakeFirst();
  return Number(row?.tokens ?? 0);
}

/** What all users of a company have used since a day. */
export async function sumModelUsage(db: Db, companyId: string, since: string): Promise<Usage> {
  const row = await db
    .selectFrom("model_usage")
    .select([
      sql<number>`coalesce(sum(requests), 0)::double precision`.as("requests"),
      sql<number>`coalesce(sum(tokens), 0)::double precision`.as("tokens"),
      sql<number>`coalesce(sum(cost), 0)::double precision`.as("cost"),
    ])
    .where("company_id", "=", companyId)
    .where("day", ">=", since)
    .executeTakeFirstOrThrow();
  return row;
}

/** @param day `2026-11-21`, UTC */
export async function deleteModelUsageBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom("model_usage").where("day", "<", day).execute();
}
