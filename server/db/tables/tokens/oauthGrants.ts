/** What users have granted to OAuth clients. A grant is the other half of a row of `mcp_tokens` and is deleted with it. */
import { type Insertable, type Updateable, sql } from "kysely";
import type { OauthGrantsTable } from "../../schema/accessSchema.ts";
import type { Db } from "../../openDb.ts";
import { ownerMaySignIn } from "../directory/ssoAccounts.ts";
import { MCP_TOKEN_COLUMNS } from "./mcpTokens.ts";
import { lockUser, PRINCIPAL_COLUMNS } from "../accounts/users.ts";

export async function insertOauthGrant(db: Db, grant: Insertable<OauthGrantsTable>): Promise<void> {
  await db.insertInto("oauth_grants").values(grant).execute();
}

export async function updateOauthGrant(db: Db, tokenId: string, change: Updateable<OauthGrantsTable>): Promise<void> {
  await db.updateTable("oauth_grants").set(change).where("token_id", "=", tokenId).execute();
}

const withOwner = (db: Db) =>
  db
    .selectFrom("oauth_grants")
    .innerJoin("mcp_tokens", "mcp_tokens.id", "oauth_grants.token_id")
    .innerJoin("users", "users.id", "mcp_tokens.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      ...MCP_TOKEN_COLUMNS,
      "mcp_tokens.expires_at as ends_at",
      "oauth_grants.client_id",
      "oauth_grants.redirect_uri",
      "oauth_grants.resource",
      "oauth_grants.challenge",
      "oauth_grants.code_expires_at",
      "oauth_grants.code_used_at",
      "oauth_grants.access_expires_at",
      "oauth_grants.refresh_hash",
      ...PRINCIPAL_COLUMNS,
    ])
    .select(sql<boolean>`${ownerMaySignIn}`.as("owner_may_sign_in"));

/** What identifies a grant: the hash of its code, of the family of its refresh tokens, or of its access token. */
export type GrantKey = "oauth_grants.code_hash" | "oauth_grants.family_hash" | "mcp_tokens.token_hash";

/** A grant with its owner, also if it is not valid. */
export const findGrant = (db: Db, key: GrantKey, hash: string) =>
  withOwner(db).where(key, "=", hash).executeTakeFirst();
export type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrant>>>;

/**
 * The same, and no other transaction uses or deletes the grant until this one ends. The user is locked first: an exchange deletes other grants
 * of the user, and two of them would wait for each other. The grant is read again after the locks, as it is then.
 */
export async function lockGrant(
  transaction: Db,
  key: Exclude<GrantKey, "mcp_tokens.token_hash">,
  hash: string,
): Promise<GrantRow | undefined> {
  const grant = await findGrant(transaction, key, hash);
  if (!grant) return undefined;
  await lockUser(transaction, grant.id);
  await transaction.selectFrom("mcp_tokens").select("id").where("id", "=", grant.token_id).forUpdate().execute();
  return findGrant(transaction, key, hash);
}

/** Deletes the other grants of a user for a client. @returns what was deleted */
export const deleteOtherGrants = async (
  db: Db,
  { userId, clientId, except }: { readonly userId: string; readonly clientId: string; readonly except: string },
): Promise<{ id: string; name: string }[]> =>
  db
    .deleteFrom("mcp_tokens")
    .where("user_id", "=", userId)
    .where("id", "!=", except)
    .where("id", "in", db.selectFrom("oauth_grants").select("token_id").where("client_id", "=", clientId))
    .returning(["id", "name"])
    .execute();

/** Deletes grants of a user whose code was never used in its time. */
export async function deleteUntakenGrants(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .deleteFrom("mcp_tokens")
    .where("user_id", "=", userId)
    .where(
      "id",
      "in",
      db
        .selectFrom("oauth_grants")
        .select("token_id")
        .where("code_used_at", "is", null)
        .where("code_expires_at", "<=", now),
    )
    .execute();
}

/** Deletes grants whose code was never used in its time, and those that ended before a moment. */
export async function deleteEndedGrants(db: Db, now: Date, endedBefore: Date): Promise<void> {
  await db
    .deleteFrom("mcp_tokens")
    .where((is) =>
      is.or([
        is(
          "id",
          "in",
          db
            .selectFrom("oauth_grants")
            .select("token_id")
            .where("code_used_at", "is", null)
            .where("code_expires_at", "<=", now),
        ),
        is.and([is("expires_at", "<=", endedBefore), is("id", "in", db.selectFrom("oauth_grants").select("token_id"))]),
      ]),
    )
    .execute();
}
