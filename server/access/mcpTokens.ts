/** Tokens for agents (MCP). Each opens some projects of its owner, and only while the owner is a member of them. */
import { MINUTE_MS } from "../../contract/durations.ts";
import type { CurrentMcpToken, McpProjectOption, McpToken, McpTokenBody, NewMcpToken } from "../../contract/users.ts";
import type { z } from "zod";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { Conflict, Invalid, NotFound } from "../errors.ts";
import { recordAuditEvent, type Actor } from "./auditLog.ts";
import { PRINCIPAL_COLUMNS, principalOf, type Principal } from "./sessions.ts";
import { hashToken, newToken, MAX_TOKEN_LENGTH } from "./tokens.ts";

/** So that a leaked one is recognised for what it is, by people and by scanners. */
const PREFIX = "clew_mcp_";
const PREVIEW_LENGTH = PREFIX.length + 4;
const MAX_TOKENS = 50;
/** Minimum interval between two updates of the time of last use. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

export async function listMcpTokens(db: Db, userId: string): Promise<McpToken[]> {
  const rows = await db
    .selectFrom("mcp_tokens")
    .select(["id", "name", "preview", "last_used_at", "expires_at", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const slugs = await openProjects(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    projects: slugs.filter(({ token_id }) => token_id === row.id).map(({ slug }) => slug),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    preview: row.preview,
  }));
}

/** What tokens currently open: of the projects they name, those of which the owner is still a member. */
async function openProjects(db: Db, tokenIds: readonly string[]) {
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
    .select(["mcp_token_projects.token_id", "projects.id", "projects.slug", "projects.name"])
    .where("mcp_token_projects.token_id", "in", [...tokenIds])
    .orderBy("projects.slug")
    .execute();
}

/** The projects that the caller can give a token for, by name. */
export async function mcpProjectOptions(db: Db, userId: string): Promise<z.output<typeof McpProjectOption>[]> {
  return db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.slug", "projects.name"])
    .where("project_members.user_id", "=", userId)
    .orderBy("projects.name")
    .orderBy("projects.slug")
    .execute();
}

/**
 * Creates a token. Its secret appears only in this response.
 * @throws Invalid for projects that the caller is not a member of, or an expiry in the past; Conflict when the user has too many tokens
 */
export async function createMcpToken(
  db: Db,
  userId: string,
  { name, projects, expires_at }: z.output<typeof McpTokenBody>,
  by?: Actor,
): Promise<NewMcpToken> {
  const expires = expires_at ? new Date(expires_at) : null;
  if (expires && expires <= new Date()) throw new Invalid({ expires_at: ["Must lie in the future"] });
  const secret = PREFIX + newToken();
  const id = newId();
  await db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom("mcp_tokens")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_TOKENS) throw new Conflict(`You have ${MAX_TOKENS} tokens already. Delete one first.`);
    const own = await transaction
      .selectFrom("projects")
      .innerJoin("project_members", "project_members.project_id", "projects.id")
      .select(["projects.id", "projects.slug"])
      .where("project_members.user_id", "=", userId)
      .where("projects.slug", "in", projects)
      .execute();
    const known = new Set(own.map(({ slug }) => slug));
    // A foreign project and none at all: the same words.
    if (projects.some((slug) => !known.has(slug))) throw new Invalid({ projects: ["There is no such project."] });
    await transaction
      .insertInto("mcp_tokens")
      .values({
        id,
        user_id: userId,
        name,
        token_hash: hashToken(secret),
        preview: `${secret.slice(0, PREVIEW_LENGTH)}…`,
        last_used_at: null,
        expires_at: expires,
      })
      .execute();
    await transaction
      .insertInto("mcp_token_projects")
      .values(own.map((project) => ({ token_id: id, project_id: project.id })))
      .execute();
    if (by) {
      const after = { projects, expires_at: expires?.toISOString() ?? null };
      await recordAuditEvent(transaction, by, {
        action: "mcp_token.created",
        subject: { kind: "mcp_token", id, name },
        after,
      });
    }
  });
  const made = (await listMcpTokens(db, userId)).find((token) => token.id === id);
  if (!made) throw new NotFound("There is no such token.");
  return { ...made, token: secret };
}

/** The token that asks, by its hash. @throws NotFound when it is a session that asks */
export async function currentMcpToken(db: Db, userId: string, hash: string): Promise<CurrentMcpToken> {
  const row = await db
    .selectFrom("mcp_tokens")
    .select(["id", "name", "expires_at"])
    .where("token_hash", "=", hash)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) throw new NotFound("This call tells about the MCP token that makes it, and a session made it.");
  const projects = await openProjects(db, [row.id]);
  return {
    name: row.name,
    projects: projects.map(({ slug, name }) => ({ slug, name })),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** @throws NotFound */
export async function deleteMcpToken(db: Db, userId: string, id: string, by?: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom("mcp_tokens")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("name")
      .executeTakeFirst();
    if (!gone) throw new NotFound("There is no such token.");
    if (!by) return;
    await recordAuditEvent(transaction, by, {
      action: "mcp_token.deleted",
      subject: { kind: "mcp_token", id, name: gone.name },
    });
  });
}

/**
 * Gives a token a new secret; the old one opens nothing from then on. Name, projects and end stay as they are.
 * @throws NotFound
 */
export async function rotateMcpToken(db: Db, userId: string, id: string, by: Actor): Promise<NewMcpToken> {
  const secret = PREFIX + newToken();
  await db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable("mcp_tokens")
      .set({ token_hash: hashToken(secret), preview: `${secret.slice(0, PREVIEW_LENGTH)}…` })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("name")
      .executeTakeFirst();
    if (!changed) throw new NotFound("There is no such token.");
    await recordAuditEvent(transaction, by, {
      action: "mcp_token.rotated",
      subject: { kind: "mcp_token", id, name: changed.name },
    });
  });
  const made = (await listMcpTokens(db, userId)).find((token) => token.id === id);
  if (!made) throw new NotFound("There is no such token.");
  return { ...made, token: secret };
}

/** Whether a secret that `findMcpPrincipal` refuses was a right one until its end came. */
export async function isMcpTokenExpired(db: Db, secret: string, now: Date = new Date()): Promise<boolean> {
  if (!secret.startsWith(PREFIX) || secret.length > MAX_TOKEN_LENGTH) return false;
  const row = await db
    .selectFrom("mcp_tokens")
    .select("id")
    .where("token_hash", "=", hashToken(secret))
    .where("expires_at", "<=", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The principal of an MCP token: its owner as a caller, and the projects that it opens. */
export interface McpPrincipal {
  readonly caller: Principal;
  readonly tokenId: string;
  readonly projects: readonly { readonly id: string; readonly slug: string }[];
}

/**
 * The owner of a secret, or undefined when it is not valid (any more). The plan is the caller's to check (`requireFeature`).
 * `sessionHash` of the caller is the token's own hash: there is no session.
 */
export async function findMcpPrincipal(
  db: Db,
  secret: string,
  now: Date = new Date(),
): Promise<McpPrincipal | undefined> {
  if (!secret.startsWith(PREFIX) || secret.length > MAX_TOKEN_LENGTH) return undefined;
  const hash = hashToken(secret);
  const row = await db
    .selectFrom("mcp_tokens")
    .innerJoin("users", "users.id", "mcp_tokens.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(["mcp_tokens.id as token_id", "mcp_tokens.last_used_at", ...PRINCIPAL_COLUMNS])
    .where("mcp_tokens.token_hash", "=", hash)
    .where((is) => is.or([is("mcp_tokens.expires_at", "is", null), is("mcp_tokens.expires_at", ">", now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > TOUCH_INTERVAL_MS) {
    await db.updateTable("mcp_tokens").set({ last_used_at: now }).where("id", "=", row.token_id).execute();
  }
  const projects = await openProjects(db, [row.token_id]);
  return {
    tokenId: row.token_id,
    projects: projects.map(({ id, slug }) => ({ id, slug })),
    caller: principalOf(row, hash, now),
  };
}
