/** Personal tokens for the API, and the projects that they are limited to. */
import type { Insertable } from "kysely";
import type { ApiTokenProjectsTable, ApiTokensTable } from "../../schema/accessSchema.ts";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import { ownerMaySignIn } from "../directory/ssoAccounts.ts";
import { PRINCIPAL_COLUMNS } from "../accounts/users.ts";

/** Newest first. */
export const listApiTokensOfUser = (db: Db, userId: string) =>
  db
    .selectFrom("api_tokens")
    .select([
      "id",
      "name",
      "scope",
      "all_projects",
      "preview",
      "created_at",
      "expires_at",
      "last_used_at",
      "last_address",
      "last_client",
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Lists those projects that the tokens name of which the owner is still a member. */
export async function listProjectsOfApiTokens(db: Db, tokenIds: readonly string[]) {
  if (tokenIds.length === 0) return [];
  return db
    .selectFrom("api_token_projects")
    .innerJoin("api_tokens", "api_tokens.id", "api_token_projects.token_id")
    .innerJoin("projects", "projects.id", "api_token_projects.project_id")
    .innerJoin("project_members", (join) =>
      join
        .onRef("project_members.project_id", "=", "projects.id")
        .onRef("project_members.user_id", "=", "api_tokens.user_id"),
    )
    .select(["api_token_projects.token_id", "projects.slug", "projects.name"])
    .where("api_token_projects.token_id", "=", anyOf(tokenIds))
    .orderBy("projects.slug")
    .execute();
}

export async function insertApiToken(
  db: Db,
  token: Insertable<ApiTokensTable>,
  projects: readonly Insertable<ApiTokenProjectsTable>[],
): Promise<void> {
  await db.insertInto("api_tokens").values(token).execute();
  if (projects.length === 0) return;
  await db
    .insertInto("api_token_projects")
    .values([...projects])
    .execute();
}

/** A token by its hash whose owner could sign in now, with its owner and the owner's company; also one that has expired. */
export const findApiTokenPrincipal = (db: Db, hash: string) =>
  db
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "api_tokens.id as token_id",
      "api_tokens.scope",
      "api_tokens.all_projects",
      "api_tokens.expires_at",
      "api_tokens.last_used_at",
      "api_tokens.last_address",
      "api_tokens.created_at",
      ...PRINCIPAL_COLUMNS,
    ])
    .where("api_tokens.token_hash", "=", hash)
    .where(ownerMaySignIn)
    .executeTakeFirst();

export const findApiTokenByHash = (db: Db, userId: string, hash: string) =>
  db
    .selectFrom("api_tokens")
    .select(["id", "name", "scope", "all_projects", "expires_at"])
    .where("token_hash", "=", hash)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export async function updateApiTokenUse(
  db: Db,
  id: string,
  use: { readonly last_used_at: Date; readonly last_address: string; readonly last_client: string },
): Promise<void> {
  await db.updateTable("api_tokens").set(use).where("id", "=", id).execute();
}

/** @returns the token's name */
export const updateApiTokenSecret = (
  db: Db,
  userId: string,
  id: string,
  secret: { readonly token_hash: string; readonly preview: string },
) =>
  db
    .updateTable("api_tokens")
    .set(secret)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();

/** @returns the deleted token's name */
export const deleteApiTokenOfUser = (db: Db, userId: string, id: string) =>
  db.deleteFrom("api_tokens").where("id", "=", id).where("user_id", "=", userId).returning("name").executeTakeFirst();

export async function deleteApiTokensOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("api_tokens").where("user_id", "=", userId).execute();
}

/**
 * Marks tokens that end between two moments as warned of, and returns them with the addresses of their owners: of processes that ask at the
 * same time one receives each.
 */
export const takeApiTokensToWarn = (
  db: Db,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
) =>
  db
    .updateTable("api_tokens")
    .set({ warned_at: now })
    .from("users")
    .whereRef("users.id", "=", "api_tokens.user_id")
    .where("warned_at", "is", null)
    .where("api_tokens.id", "in", (select) =>
      select
        .selectFrom("api_tokens as due")
        .select("due.id")
        .where("due.warned_at", "is", null)
        .where("due.expires_at", ">", now)
        .where("due.expires_at", "<=", until)
        .orderBy("due.expires_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      "api_tokens.name as token",
      "api_tokens.expires_at",
      "users.name",
      "users.email",
      "users.language",
      "users.company_id",
    ])
    .execute();

/** Deletes tokens that ended before a moment: their owners have seen them as expired until then. */
export async function deleteApiTokensEndedBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom("api_tokens").where("expires_at", "<", moment).execute();
}
