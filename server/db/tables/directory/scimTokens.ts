/** Tokens of the directories of companies. */
import type { Insertable } from "kysely";
import type { ScimTokensTable } from "../../schema/directorySchema.ts";
import type { Db } from "../../openDb.ts";

/** Newest first. */
export const listScimTokens = (db: Db, companyId: string) =>
  db
    .selectFrom("scim_tokens")
    .select([
      "id",
      "name",
      "preview",
      "created_by",
      "created_at",
      "expires_at",
      "last_used_at",
      "last_address",
      "last_client",
    ])
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

export async function insertScimToken(db: Db, token: Insertable<ScimTokensTable>): Promise<void> {
  await db.insertInto("scim_tokens").values(token).execute();
}

/** A token by its hash with its company's plan; also one that has expired. */
export const findScimToken = (db: Db, hash: string) =>
  db
    .selectFrom("scim_tokens")
    .innerJoin("companies", "companies.id", "scim_tokens.company_id")
    .select([
      "scim_tokens.id",
      "scim_tokens.name",
      "scim_tokens.company_id",
      "scim_tokens.expires_at",
      "scim_tokens.last_used_at",
      "scim_tokens.last_address",
      "companies.plan",
      "companies.subscription_status",
      "companies.trial_ends_at",
      "companies.plan_before_trial",
    ])
    .where("token_hash", "=", hash)
    .executeTakeFirst();

export async function updateScimTokenUse(
  db: Db,
  id: string,
  use: { readonly last_used_at: Date; readonly last_address: string; readonly last_client: string },
): Promise<void> {
  await db.updateTable("scim_tokens").set(use).where("id", "=", id).execute();
}

/** @returns the deleted token's name */
export const deleteScimToken = (db: Db, companyId: string, id: string) =>
  db
    .deleteFrom("scim_tokens")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .returning("name")
    .executeTakeFirst();
