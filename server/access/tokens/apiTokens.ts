/**
 * Personal tokens for the API. Each acts as its owner, within its scope and its projects, and only while the owner could sign in. The calls
 * that a scope opens are the column `scope` of the endpoint table.
 */
import type {
  ApiToken,
  ApiTokenBody,
  ApiTokenOptions,
  CurrentApiToken,
  NewApiToken,
} from "../../../contract/access/apiTokens.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { API_TOKEN_MAX_DAYS, API_TOKEN_PREFIX, type TokenScope } from "../../../contract/access/tokenScopes.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteApiTokenOfUser,
  findApiTokenByHash,
  findApiTokenPrincipal,
  insertApiToken,
  listApiTokensOfUser,
  listProjectsOfApiTokens,
  takeApiTokensToWarn,
  updateApiTokenSecret,
  updateApiTokenUse,
} from "../../db/tables/tokens/apiTokens.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { recordSeatUse } from "../../db/tables/companies/seats.ts";
import { lockUser } from "../../db/tables/accounts/users.ts";
import { listProjectNamesOfMember, listProjectsOfMemberBySlugs } from "../../db/tables/projects/projects.ts";
import { Conflict, Invalid, NotFound, Unauthorized } from "../../errors.ts";
import type { Mail } from "../../mail/Mail.ts";
import { message } from "../../messages/messages.ts";
import { requireTokenWithin } from "../accessPolicy.ts";
import { type Actor, recordAuditEvent } from "../auditLog.ts";
import { anonymizeIp } from "../sessions/clientNetwork.ts";
import { type Client, clientProgram, principalOf, type Principal } from "../sessions/sessions.ts";
import { hashToken, isCheckedToken, isUseDue, newCheckedToken, previewOf } from "./tokens.ts";

const MAX_TOKENS = 50;
/** Where tokens are managed in the app. */
const SETTINGS_PATH = "/settings/tokens";

export const isApiToken = (secret: string): boolean => secret.startsWith(API_TOKEN_PREFIX);

/** The tokens of a user, newest first. */
export async function listApiTokens(db: Db, userId: string): Promise<ApiToken[]> {
  const rows = await listApiTokensOfUser(db, userId);
  const slugs = await listProjectsOfApiTokens(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    projects: row.all_projects ? null : slugs.filter(({ token_id }) => token_id === row.id).map(({ slug }) => slug),
    preview: row.preview,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_address: row.last_address,
    last_client: row.last_client,
  }));
}

/** The greatest age of a token of a user of this company, in days. */
async function maxTokenDays(db: Db, companyId: string | null): Promise<number> {
  const companyMax = companyId === null ? null : (await findCompanyById(db, companyId)).token_max_days;
  return Math.min(companyMax ?? API_TOKEN_MAX_DAYS, API_TOKEN_MAX_DAYS);
}

/** What the caller can choose for a new token. */
export async function apiTokenOptions(db: Db, caller: Principal): Promise<ApiTokenOptions> {
  return {
    projects: await listProjectNamesOfMember(db, caller.id),
    max_days: await maxTokenDays(db, caller.companyId),
  };
}

export interface ApiTokenDeps {
  readonly db: Db;
  readonly mail: Mail;
}

/**
 * Creates a token, and mails its owner that there is one. Its secret appears only in this answer.
 * @throws Invalid for an end in the past or beyond the greatest age, and for projects that the caller is not a member of; Conflict when there
 * are too many; Unauthorized for a caller who has left the company meanwhile
 */
export async function createApiToken(
  { db, mail }: ApiTokenDeps,
  caller: Principal,
  { name, scope, projects, expires_at }: ApiTokenBody,
  by: Actor,
  now: Date = new Date(),
): Promise<NewApiToken> {
  const expires = new Date(expires_at);
  if (expires <= now) throw new Invalid({ expires_at: [message("field.future")] });
  const secret = newCheckedToken(API_TOKEN_PREFIX);
  const id = newId();
  return db.transaction().execute(async (transaction) => {
    // A user who leaves the company at the same moment gets none.
    if ((await lockUser(transaction, caller.id))?.company_id !== caller.companyId)
      throw new Unauthorized(message("session.ended"));
    const days = await maxTokenDays(transaction, caller.companyId);
    if (expires.getTime() - now.getTime() > days * DAY_MS)
      throw new Invalid({ expires_at: [message("token.too_long", { days })] });
    if ((await listApiTokensOfUser(transaction, caller.id)).length >= MAX_TOKENS)
      throw new Conflict(message("limit.tokens", { max: MAX_TOKENS }));
    const chosen = projects === null ? [] : await listProjectsOfMemberBySlugs(transaction, caller.id, projects);
    const slugs = new Set(chosen.map(({ slug }) => slug));
    // Another user's project and one that does not exist get the same message.
    if (projects?.some((slug) => !slugs.has(slug))) throw new Invalid({ projects: [message("project.not_found")] });
    await insertApiToken(
      transaction,
      {
        id,
        user_id: caller.id,
        name,
        token_hash: hashToken(secret),
        preview: previewOf(secret, API_TOKEN_PREFIX),
        scope,
        all_projects: projects === null,
        expires_at: expires,
        last_used_at: null,
      },
      chosen.map((project) => ({ token_id: id, project_id: project.id })),
    );
    await recordAuditEvent(transaction, by, {
      action: "api_token.created",
      subject: { kind: "api_token", id, name },
      after: { scope, projects: projects ?? "all", expires_at: expires.toISOString() },
    });
    await mail.post(transaction, "tokenCreated", {
      to: caller.email,
      language: caller.language,
      facts: { name: caller.name, token: name, at: now, expires, link: mail.link(SETTINGS_PATH) },
    });
    return { ...(await tokenOf(transaction, caller.id, id)), token: secret };
  });
}

async function tokenOf(db: Db, userId: string, id: string): Promise<ApiToken> {
  const token = (await listApiTokens(db, userId)).find((listed) => listed.id === id);
  if (!token) throw new NotFound(message("token.not_found"));
  return token;
}

/**
 * Gives a token a new secret; the old one opens nothing from then on. Name, scope, projects and end stay as they are.
 * @throws NotFound
 */
export async function rotateApiToken(db: Db, userId: string, id: string, by: Actor): Promise<NewApiToken> {
  const secret = newCheckedToken(API_TOKEN_PREFIX);
  return db.transaction().execute(async (transaction) => {
    const changed = await updateApiTokenSecret(transaction, userId, id, {
      token_hash: hashToken(secret),
      preview: previewOf(secret, API_TOKEN_PREFIX),
    });
    if (!changed) throw new NotFound(message("token.not_found"));
    await recordAuditEvent(transaction, by, {
      action: "api_token.rotated",
      subject: { kind: "api_token", id, name: changed.name },
    });
    return { ...(await tokenOf(transaction, userId, id)), token: secret };
  });
}

/** The token opens nothing from then on. @throws NotFound */
export async function deleteApiToken(db: Db, userId: string, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const gone = await deleteApiTokenOfUser(transaction, userId, id);
    if (!gone) throw new NotFound(message("token.not_found"));
    await recordAuditEvent(transaction, by, {
      action: "api_token.deleted",
      subject: { kind: "api_token", id, name: gone.name },
    });
  });
}

/** The owner receives a mail this long before a token ends. */
const WARNING_MS = 7 * DAY_MS;
const MAX_WARNINGS = 500;

/** Mails the owners of tokens that end within a week, once each. */
export async function warnOfEndingTokens({ db, mail }: ApiTokenDeps, now: Date = new Date()): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const until = new Date(now.getTime() + WARNING_MS);
    const due = await takeApiTokensToWarn(transaction, { now, until, limit: MAX_WARNINGS });
    const mails = due.map(({ email, language, name, token, expires_at: expires }) => ({
      to: email,
      language,
      facts: { name, token, expires, link: mail.link(SETTINGS_PATH) },
      expires,
    }));
    if (mails.length > 0) await mail.postAll(transaction, "tokenExpiring", mails);
  });
}

/** The token of the request, by its hash. @throws NotFound for a request with a session */
export async function currentApiToken(db: Db, caller: Principal): Promise<CurrentApiToken> {
  const row = await findApiTokenByHash(db, caller.id, caller.sessionHash);
  if (!row) throw new NotFound(message("api_token.session_instead"));
  const projects = row.all_projects
    ? await listProjectNamesOfMember(db, caller.id)
    : await listProjectsOfApiTokens(db, [row.id]);
  return {
    name: row.name,
    scope: row.scope,
    projects: projects.map(({ slug, name }) => ({ slug, name })),
    expires_at: row.expires_at.toISOString(),
  };
}

/** The owner of a token as a caller, and what the token opens. */
export interface ApiTokenPrincipal {
  readonly caller: Principal;
  readonly tokenId: string;
  readonly scope: TokenScope;
  /** Slugs; null: every project of its owner. */
  readonly projects: readonly string[] | null;
}

/**
 * The owner of a secret. `sessionHash` of the caller is the token's own hash: there is no session.
 * @throws Unauthorized for a secret that is mistyped, wrong, deleted, expired or too old for its company; Forbidden in another network than
 * that allows
 */
export async function findApiTokenCaller(
  db: Db,
  secret: string,
  client: Client,
  now: Date = new Date(),
): Promise<ApiTokenPrincipal> {
  // A mistyped secret costs no query.
  if (!isCheckedToken(secret, API_TOKEN_PREFIX)) throw new Unauthorized(message("api_token.mistyped"));
  const hash = hashToken(secret);
  const row = await findApiTokenPrincipal(db, hash);
  if (!row) throw new Unauthorized(message("api_token.wrong"));
  if (row.expires_at <= now) throw new Unauthorized(message("api_token.expired"));
  requireTokenWithin(row, row, client.address, now);
  const address = anonymizeIp(client.address);
  if (isUseDue(row.last_used_at, now) || row.last_address !== address) {
    await updateApiTokenUse(db, row.token_id, {
      last_used_at: now,
      last_address: address,
      last_client: clientProgram(client.userAgent),
    });
    await recordSeatUse(db, row.id, now);
  }
  const projects = row.all_projects ? null : await listProjectsOfApiTokens(db, [row.token_id]);
  return {
    tokenId: row.token_id,
    scope: row.scope,
    projects: projects && projects.map(({ slug }) => slug),
    caller: principalOf(row, hash, now),
  };
}
