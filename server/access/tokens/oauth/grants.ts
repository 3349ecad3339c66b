/** What users grant to OAuth clients: a code once, then short access tokens with refresh tokens that rotate. */
import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../contract/durations.ts";
import { newId } from "../../../db/newId.ts";
import type { Db } from "../../../db/openDb.ts";
import { deleteMcpTokenOfUser, updateMcpTokenHash } from "../../../db/tables/tokens/mcpTokens.ts";
import { type OauthClientRow, updateOauthClientUse } from "../../../db/tables/tokens/oauthClients.ts";
import {
  deleteOtherGrants,
  deleteUntakenGrants,
  findGrant,
  type GrantKey,
  type GrantRow,
  insertOauthGrant,
  lockGrant,
  updateOauthGrant,
} from "../../../db/tables/tokens/oauthGrants.ts";
import { lockUser } from "../../../db/tables/accounts/users.ts";
import { Forbidden, Unauthorized } from "../../../errors.ts";
import { requireOauthClients, requireTokenWithin } from "../../accessPolicy.ts";
import { type Actor, recordAuditEvent } from "../../auditLog.ts";
import { type McpPrincipal, openMcpToken, storeMcpToken } from "../mcpTokens.ts";
import { hashToken, MAX_ACCESS_TOKEN_LENGTH, newToken } from "../tokens.ts";
import type { AuthorizationRequest } from "./authorizationRequest.ts";
import { OauthError } from "./OauthError.ts";
import { redirectTarget } from "./redirectUris.ts";
import { grantScopeOf } from "./scopes.ts";

const CODE_PREFIX = "clew_oac_";
const ACCESS_PREFIX = "clew_oat_";
const REFRESH_PREFIX = "clew_ort_";

const CODE_TTL_MS = 5 * MINUTE_MS;
const ACCESS_TTL_MS = HOUR_MS;
/** After this time the user is asked again. */
const GRANT_TTL_MS = 90 * DAY_MS;

/** What a client has and names when it asks for tokens. */
export interface TokenRequest {
  readonly clientId: string;
  /** The network address of the client. */
  readonly address: string;
  readonly now: Date;
}

/** The answer of the token endpoint. */
export interface GrantedTokens {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/**
 * Stores what a user grants to a client.
 * @returns the code, which the client exchanges within five minutes
 * @throws Invalid, Conflict as `createMcpToken`
 */
export async function grantAccess(
  db: Db,
  by: Actor & { readonly id: string },
  client: OauthClientRow,
  request: AuthorizationRequest,
  chosen: { readonly projects: readonly string[]; readonly writes: boolean; readonly resource: string },
): Promise<string> {
  const code = CODE_PREFIX + newToken();
  const id = newId();
  const now = new Date();
  const { projects, writes, resource } = chosen;
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, by.id);
    // Those that no client has taken would count as tokens of the user.
    await deleteUntakenGrants(transaction, by.id, now);
    const draft = { id, name: client.name, projects, writes, expires: new Date(now.getTime() + GRANT_TTL_MS) };
    // No access token exists before the code is exchanged.
    const facts = { client: client.id, redirect: redirectTarget(request.redirectUri)?.name ?? "" };
    await storeMcpToken(transaction, by.id, { ...draft, hash: hashToken(newToken()), preview: "" }, { by, facts });
    await insertOauthGrant(transaction, {
      token_id: id,
      client_id: client.id,
      redirect_uri: request.redirectUri,
      resource,
      challenge: request.challenge,
      code_hash: hashToken(code),
      code_expires_at: new Date(now.getTime() + CODE_TTL_MS),
      code_used_at: null,
      access_expires_at: null,
      family_hash: null,
      refresh_hash: null,
    });
    await updateOauthClientUse(transaction, client.id, now);
  });
  return code;
}

/**
 * Exchanges a code. What was given for it ends where it comes a second time, and with a wrong client, address or verifier.
 * @throws OauthError
 */
export async function exchangeCode(
  db: Db,
  { clientId, address, now }: TokenRequest,
  sent: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
): Promise<GrantedTokens> {
  const refusal = new OauthError("invalid_grant", "The code is wrong, was used before, or has expired.");
  const isMatching = (grant: GrantRow): boolean =>
    grant.code_used_at === null &&
    grant.client_id === clientId &&
    grant.redirect_uri === sent.redirectUri &&
    isVerifier(sent.verifier, grant.challenge);
  return withGrant(
    db,
    "oauth_grants.code_hash",
    sent.code,
    { address, now, refusal, isMatching },
    async (transaction, grant) => {
      if (grant.code_expires_at <= now) throw refusal;
      await updateOauthGrant(transaction, grant.token_id, { code_used_at: now });
      // A program that registered itself is one installation; one with a document is the same client everywhere.
      if (!clientId.startsWith("https://")) await replaceGrants(transaction, grant, address);
      return issueTokens(transaction, grant, newToken(), now);
    },
  );
}

async function replaceGrants(transaction: Db, grant: GrantRow, address: string): Promise<void> {
  const { id: userId, client_id: clientId, token_id: except } = grant;
  for (const { id, name } of await deleteOtherGrants(transaction, { userId, clientId, except })) {
    const subject = { kind: "mcp_token", id, name };
    await recordAuditEvent(transaction, ownerOf(grant, address), { action: "mcp_token.deleted", subject });
  }
}

/**
 * Exchanges a refresh token for new tokens. The whole grant ends where one comes that was exchanged before, or that another client has.
 * @throws OauthError
 */
export async function refreshTokens(
  db: Db,
  { clientId, address, now }: TokenRequest,
  refreshToken: string,
): Promise<GrantedTokens> {
  const refusal = new OauthError("invalid_grant", "The refresh token is wrong, was used before, or has expired.");
  const family = familyOf(refreshToken);
  if (family === undefined) throw refusal;
  const isMatching = (grant: GrantRow): boolean =>
    grant.client_id === clientId && grant.refresh_hash === hashToken(refreshToken);
  return withGrant(
    db,
    "oauth_grants.family_hash",
    family,
    { address, now, refusal, isMatching },
    (transaction, grant) => issueTokens(transaction, grant, family, now),
  );
}

/** Ends the grant that a token belongs to. A token that is not known has ended already. @throws OauthError for that of another client */
export async function revokeGrant(db: Db, { clientId, address }: TokenRequest, token: string): Promise<void> {
  if (token.length > MAX_ACCESS_TOKEN_LENGTH) return;
  const family = familyOf(token);
  const key: GrantKey = family === undefined ? "mcp_tokens.token_hash" : "oauth_grants.family_hash";
  const grant = await findGrant(db, key, hashToken(family ?? token));
  if (!grant) return;
  if (grant.client_id !== clientId) throw new OauthError("invalid_request", "The token belongs to another client.");
  await db.transaction().execute((transaction) => endGrant(transaction, grant, address, "mcp_token.deleted"));
}

/**
 * The owner of an access token, or undefined when it is not valid (any more).
 * @throws Unauthorized, Forbidden as `findMcpPrincipal`, and Unauthorized where the company lets no client in
 */
export async function findGrantPrincipal(
  db: Db,
  secret: string,
  { now, address, resource }: { readonly now: Date; readonly address: string; readonly resource: string },
): Promise<McpPrincipal | undefined> {
  if (!isGrantToken(secret) || secret.length > MAX_ACCESS_TOKEN_LENGTH) return undefined;
  const hash = hashToken(secret);
  const grant = await findGrant(db, "mcp_tokens.token_hash", hash);
  if (!grant?.owner_may_sign_in || isPast(grant.access_expires_at, now) || isPast(grant.ends_at, now)) return undefined;
  // The server had another address when the access was granted: it is for that one (RFC 8707).
  if (grant.resource !== resource) return undefined;
  requireOauthClients(grant);
  return openMcpToken(db, grant, hash, { now, address });
}

/** Whether a secret has the form of an access token of an OAuth client. */
export const isGrantToken = (secret: string): boolean => secret.startsWith(ACCESS_PREFIX);

const isPast = (moment: Date | null, now: Date): boolean => moment === null || moment <= now;

/** A verifier of PKCE for a challenge by S256 (RFC 7636). */
const isVerifier = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;

/** The part of a refresh token that all tokens of its grant share. */
const familyOf = (token: string): string | undefined => /^clew_ort_([\w-]{43})\.[\w-]{43}$/.exec(token)?.[1];

interface GrantUse {
  readonly address: string;
  readonly now: Date;
  readonly refusal: OauthError;
  /** Whether who sends the secret is who it was given to, for the first time. */
  readonly isMatching: (grant: GrantRow) => boolean;
}

/**
 * Finds the grant of a secret, and ends it where the secret has come into other hands. The end is stored before the refusal is thrown.
 * @throws OauthError
 */
async function withGrant(
  db: Db,
  key: Parameters<typeof lockGrant>[1],
  secret: string,
  { address, now, refusal, isMatching }: GrantUse,
  use: (transaction: Db, grant: GrantRow) => Promise<GrantedTokens>,
): Promise<GrantedTokens> {
  if (secret.length > MAX_ACCESS_TOKEN_LENGTH) throw refusal;
  const answer = await db.transaction().execute(async (transaction) => {
    const grant = await lockGrant(transaction, key, hashToken(secret));
    if (!grant) return null;
    if (!isMatching(grant)) {
      await endGrant(transaction, grant, address, "mcp_token.reused");
      return null;
    }
    requireUsable(grant, { address, now, refusal });
    return use(transaction, grant);
  });
  if (!answer) throw refusal;
  return answer;
}

function requireUsable(grant: GrantRow, { address, now, refusal }: Omit<GrantUse, "isMatching">): void {
  if (!grant.owner_may_sign_in || isPast(grant.ends_at, now)) throw refusal;
  try {
    requireOauthClients(grant);
    requireTokenWithin(grant, grant, address, now);
  } catch (error) {
    if (!(error instanceof Unauthorized || error instanceof Forbidden)) throw error;
    throw new OauthError("invalid_grant", "The company of the user does not allow this.", { cause: error });
  }
}

async function issueTokens(transaction: Db, grant: GrantRow, family: string, now: Date): Promise<GrantedTokens> {
  const access = ACCESS_PREFIX + newToken();
  const refresh = `${REFRESH_PREFIX}${family}.${newToken()}`;
  await updateMcpTokenHash(transaction, grant.token_id, hashToken(access));
  await updateOauthGrant(transaction, grant.token_id, {
    access_expires_at: new Date(now.getTime() + ACCESS_TTL_MS),
    family_hash: hashToken(family),
    refresh_hash: hashToken(refresh),
  });
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: ACCESS_TTL_MS / 1000,
    refresh_token: refresh,
    scope: grantScopeOf(grant),
  };
}

const ownerOf = ({ id, name, email, company_id: companyId }: GrantRow, address: string): Actor => ({
  id,
  name,
  email,
  companyId,
  address,
});

async function endGrant(
  transaction: Db,
  grant: GrantRow,
  address: string,
  action: "mcp_token.deleted" | "mcp_token.reused",
): Promise<void> {
  const gone = await deleteMcpTokenOfUser(transaction, grant.id, grant.token_id);
  if (!gone) return;
  await recordAuditEvent(transaction, ownerOf(grant, address), {
    action,
    subject: { kind: "mcp_token", id: grant.token_id, name: grant.token_name },
  });
}
