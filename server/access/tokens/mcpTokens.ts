/** Tokens for agents (MCP). Each opens some projects of its owner, and only while the owner is a member of them. */
import type {
  CurrentMcpToken,
  McpProjectOption,
  McpToken,
  McpTokenBody,
  NewMcpToken,
} from "../../../contract/access/users.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { z } from "zod";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  countMcpTokens,
  deleteMcpTokenOfUser,
  findMcpTokenByHash,
  findMcpTokenPrincipal,
  insertMcpToken,
  insertMcpTokenProjects,
  isExpiredMcpToken,
  listMcpTokensOfUser,
  listProjectsOfMcpTokens,
  updateMcpTokenSecret,
  updateMcpTokenUse,
} from "../../db/tables/tokens/mcpTokens.ts";
import { recordSeatUse } from "../../db/tables/companies/seats.ts";
import { lockUser, type PrincipalRow } from "../../db/tables/accounts/users.ts";
import { listProjectRolesOfMember, listProjectsOfMemberBySlugs } from "../../db/tables/projects/projects.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { requireTokenWithin } from "../accessPolicy.ts";
import { redirectTarget } from "./oauth/redirectUris.ts";
import { type Actor, type AuditValues, recordAuditEvent } from "../auditLog.ts";
import { principalOf, type Principal } from "../sessions/sessions.ts";
import { hashToken, isUseDue, newToken, MAX_ACCESS_TOKEN_LENGTH, previewOf } from "./tokens.ts";
import { message } from "../../messages/messages.ts";

/** So that a leaked one is recognised for what it is, by people and by scanners. */
const PREFIX = "clew_mcp_";
const MAX_TOKENS = 50;

export async function listMcpTokens(db: Db, userId: string): Promise<McpToken[]> {
  const rows = await listMcpTokensOfUser(db, userId);
  const slugs = await listProjectsOfMcpTokens(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    writes: row.writes,
    projects: slugs.filter(({ token_id }) => token_id === row.id).map(({ slug }) => slug),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    preview: row.preview,
    client: (row.redirect_uri !== null && redirectTarget(row.redirect_uri)) || null,
  }));
}

/** The projects that the caller can give a token for, by name. */
export const mcpProjectOptions = async (db: Db, userId: string): Promise<z.output<typeof McpProjectOption>[]> =>
  (await listProjectRolesOfMember(db, userId)).map(({ slug, name, role }) => ({
    slug,
    name,
    may_write: mayInProject(role, "agents.write"),
  }));

/**
 * Creates a token. Its secret appears only in this response.
 * @throws Invalid for projects that the caller is not a member of or may give no writing token for, or an expiry in the past; Conflict when the user has too many tokens
 */
export async function createMcpToken(
  db: Db,
  userId: string,
  { name, projects, expires_at, writes = false }: z.input<typeof McpTokenBody>,
  by?: Actor,
): Promise<NewMcpToken> {
  const expires = expires_at ? new Date(expires_at) : null;
  if (expires && expires <= new Date()) throw new Invalid({ expires_at: [message("field.future")] });
  const secret = PREFIX + newToken();
  const id = newId();
  await db
    .transaction()
    .execute((transaction) =>
      storeMcpToken(
        transaction,
        userId,
        { id, name, projects, writes, expires, hash: hashToken(secret), preview: previewOf(secret, PREFIX) },
        by && { by },
      ),
    );
  const token = (await listMcpTokens(db, userId)).find((token) => token.id === id);
  if (!token) throw new NotFound(message("token.not_found"));
  return { ...token, token: secret };
}

/** A token before it is stored. */
export interface McpTokenDraft {
  readonly id: string;
  readonly name: string;
  /** Slugs. */
  readonly projects: readonly string[];
  readonly writes: boolean;
  readonly expires: Date | null;
  readonly hash: string;
  readonly preview: string;
}

/**
 * Stores a token with its projects. A user who leaves at the same moment gets none: the memberships are read under a lock of the user.
 * @param recorded who makes it, and what the audit log names besides its projects
 * @throws Invalid, Conflict as `createMcpToken`
 */
export async function storeMcpToken(
  transaction: Db,
  userId: string,
  { id, name, projects, writes, expires, hash, preview }: McpTokenDraft,
  recorded?: { readonly by: Actor; readonly facts?: AuditValues },
): Promise<void> {
  await lockUser(transaction, userId);
  if ((await countMcpTokens(transaction, userId)) >= MAX_TOKENS)
    throw new Conflict(message("limit.tokens", { max: MAX_TOKENS }));
  const ofMember = await listProjectsOfMemberBySlugs(transaction, userId, projects);
  const slugs = new Set(ofMember.map(({ slug }) => slug));
  // Another user's project and one that does not exist get the same message.
  if (projects.some((slug) => !slugs.has(slug))) throw new Invalid({ projects: [message("project.not_found")] });
  if (writes && ofMember.some(({ role }) => !mayInProject(role, "agents.write")))
    throw new Invalid({ writes: [message("token.may_not_write")] });
  await insertMcpToken(transaction, {
    id,
    user_id: userId,
    name,
    token_hash: hash,
    preview,
    writes,
    last_used_at: null,
    expires_at: expires,
  });
  await insertMcpTokenProjects(
    transaction,
    ofMember.map((project) => ({ token_id: id, project_id: project.id })),
  );
  if (!recorded) return;
  await recordAuditEvent(transaction, recorded.by, {
    action: "mcp_token.created",
    subject: { kind: "mcp_token", id, name },
    after: { ...recorded.facts, projects, writes, expires_at: expires?.toISOString() ?? null },
  });
}

/** The token of the request, by its hash. @throws NotFound for a request with a session */
export async function currentMcpToken(db: Db, userId: string, hash: string): Promise<CurrentMcpToken> {
  const row = await findMcpTokenByHash(db, userId, hash);
  if (!row) throw new NotFound(message("token.session_instead"));
  const projects = await listProjectsOfMcpTokens(db, [row.id]);
  return {
    name: row.name,
    projects: projects.map(({ slug, name }) => ({ slug, name })),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** @throws NotFound */
export async function deleteMcpToken(db: Db, userId: string, id: string, by?: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const gone = await deleteMcpTokenOfUser(transaction, userId, id);
    if (!gone) throw new NotFound(message("token.not_found"));
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
    const changed = await updateMcpTokenSecret(transaction, userId, id, {
      token_hash: hashToken(secret),
      preview: previewOf(secret, PREFIX),
    });
    if (!changed) throw new NotFound(message("token.not_found"));
    await recordAuditEvent(transaction, by, {
      action: "mcp_token.rotated",
      subject: { kind: "mcp_token", id, name: changed.name },
    });
  });
  const token = (await listMcpTokens(db, userId)).find((token) => token.id === id);
  if (!token) throw new NotFound(message("token.not_found"));
  return { ...token, token: secret };
}

/** Whether a secret that `findMcpPrincipal` refuses was a right one until its end came. */
export async function isMcpTokenExpired(db: Db, secret: string, now: Date = new Date()): Promise<boolean> {
  if (!secret.startsWith(PREFIX) || secret.length > MAX_ACCESS_TOKEN_LENGTH) return false;
  return isExpiredMcpToken(db, hashToken(secret), now);
}

/** The principal of an MCP token: its owner as a caller, and the projects that it opens. */
export interface McpPrincipal {
  readonly caller: Principal;
  readonly tokenId: string;
  readonly projects: readonly McpTokenProject[];
}

export interface McpTokenProject {
  readonly id: string;
  readonly slug: string;
  /** Whether the token may change its issues now: it was made for that, and its owner's role still permits it. */
  readonly writes: boolean;
}

/**
 * The owner of a secret, or undefined when it is not valid (any more). The plan is the caller's to check (`requireFeature`).
 * `sessionHash` of the caller is the token's own hash: there is no session.
 * @param address the client's, where it is known
 * @throws Unauthorized for a token that is too old for its company, Forbidden in another network than that allows
 */
export async function findMcpPrincipal(
  db: Db,
  secret: string,
  now: Date = new Date(),
  address?: string,
): Promise<McpPrincipal | undefined> {
  if (!secret.startsWith(PREFIX) || secret.length > MAX_ACCESS_TOKEN_LENGTH) return undefined;
  const hash = hashToken(secret);
  const row = await findMcpTokenPrincipal(db, hash, now);
  return row && openMcpToken(db, row, hash, { now, address });
}

/**
 * The principal of a token that was found.
 * @throws Unauthorized, Forbidden as `findMcpPrincipal`
 */
export async function openMcpToken(
  db: Db,
  row: PrincipalRow & {
    readonly token_id: string;
    readonly token_name: string;
    readonly writes: boolean;
    readonly last_used_at: Date | null;
    readonly created_at: Date;
  },
  hash: string,
  { now, address }: { readonly now: Date; readonly address: string | undefined },
): Promise<McpPrincipal> {
  if (address !== undefined) requireTokenWithin(row, row, address, now);
  if (isUseDue(row.last_used_at, now)) {
    await updateMcpTokenUse(db, row.token_id, now);
    await recordSeatUse(db, row.id, now);
  }
  const projects = await listProjectsOfMcpTokens(db, [row.token_id]);
  return {
    tokenId: row.token_id,
    projects: projects.map(({ id, slug, role }) => ({
      id,
      slug,
      writes: row.writes && mayInProject(role, "agents.write"),
    })),
    caller: { ...principalOf(row, hash, now), agent: row.token_name },
  };
}
