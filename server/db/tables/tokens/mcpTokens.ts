import type { Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { McpTokenProjectsTable, McpTokensTable } from "../../schema/accessSchema.ts";
import { ownerMaySignIn } from "../directory/ssoAccounts.ts";
import { PRINCIPAL_COLUMNS } from "../accounts/users.ts";

/** Newest first, without those that an OAuth client has not taken yet. `redirect_uri`: null for others than those of such a client. */
export const listMcpTokensOfUser = (db: Db, userId: string) =>
  db
    .selectFrom("mcp_tokens")
    .leftJoin("oauth_grants", "oauth_grants.token_id", "mcp_tokens.id")
    .select(["id", "name", "preview", "writes", "last_used_at", "expires_at", "created_at", "redirect_uri"])
    .where("user_id", "=", userId)
    .where((is) => is.or([is("oauth_grants.token_id", "is", null), is("code_used_at", "is not", null)]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

export async function countMcpTokens(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("mcp_tokens")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What tokens open: of the projects they name, those of which the owner is still a member. */
export async function listProjectsOfMcpTokens(db: Db, tokenIds: readonly string[]) {
  if (tokenIds.length === 0) return [];
  return db
    .selectFrom("mcp_token_projects")
    .innerJoin("mcp_tokens", "mcp_tokens.id", "mcp_token_projects.token_id")
    .innerJoin("projects", "projects.id", "mcp_token_projects.project_id")
    .innerJoin("project_members", (join) =>
      join
        .onRef("project_members.project_id", "=", "projects.id")
        .onRef("project_members.user_id", "=", "mcp_tokens.user_id"),
    )
    .select(["mcp_token_projects.token_id", "projects.id", "projects.slug", "projects.name", "project_members.role"])
    .where("mcp_token_projects.token_id", "in", [...tokenIds])
    .orderBy("projects.slug")
    .execute();
}

export async function insertMcpToken(db: Db, token: Insertable<McpTokensTable>): Promise<void> {
  await db.insertInto("mcp_tokens").values(token).execute();
}

export async function insertMcpTokenProjects(
  db: Db,
  rows: readonly Insertable<McpTokenProjectsTable>[],
): Promise<void> {
  await db
    .insertInto("mcp_token_projects")
    .values([...rows])
    .execute();
}

export const findMcpTokenByHash = (db: Db, userId: string, hash: string) =>
  db
    .selectFrom("mcp_tokens")
    .select(["id", "name", "expires_at"])
    .where("token_hash", "=", hash)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export const findMcpTokenOfUser = (db: Db, userId: string, id: string) =>
  db
    .selectFrom("mcp_tokens")
    .select("expires_at")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** What a call by a token needs to know of it. */
export const MCP_TOKEN_COLUMNS = [
  "mcp_tokens.id as token_id",
  "mcp_tokens.name as token_name",
  "mcp_tokens.writes",
  "mcp_tokens.last_used_at",
  "mcp_tokens.created_at",
] as const;

/** A token that has not expired and whose owner could sign in now, with its owner and the owner's company. */
export const findMcpTokenPrincipal = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom("mcp_tokens")
    .innerJoin("users", "users.id", "mcp_tokens.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([...MCP_TOKEN_COLUMNS, ...PRINCIPAL_COLUMNS])
    .where("mcp_tokens.token_hash", "=", hash)
    .where((is) => is.or([is("mcp_tokens.expires_at", "is", null), is("mcp_tokens.expires_at", ">", now)]))
    .where(ownerMaySignIn)
    .executeTakeFirst();

export async function isExpiredMcpToken(db: Db, hash: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("mcp_tokens")
    .select("id")
    .where("token_hash", "=", hash)
    .where("expires_at", "<=", now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateMcpTokenUse(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("mcp_tokens").set({ last_used_at: at }).where("id", "=", id).execute();
}

/** Not of an OAuth client, which gets its secrets itself. @returns the token's name */
export const updateMcpTokenSecret = (
  db: Db,
  userId: string,
  id: string,
  secret: { readonly token_hash: string; readonly preview: string },
) =>
  db
    .updateTable("mcp_tokens")
    .set(secret)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("id", "not in", db.selectFrom("oauth_grants").select("token_id"))
    .returning("name")
    .executeTakeFirst();

export async function updateMcpTokenHash(db: Db, id: string, hash: string): Promise<void> {
  await db.updateTable("mcp_tokens").set({ token_hash: hash }).where("id", "=", id).execute();
}

/** @returns the deleted token's name */
export const deleteMcpTokenOfUser = (db: Db, userId: string, id: string) =>
  db.deleteFrom("mcp_tokens").where("id", "=", id).where("user_id", "=", userId).returning("name").executeTakeFirst();

export async function deleteMcpTokensOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("mcp_tokens").where("user_id", "=", userId).execute();
}
