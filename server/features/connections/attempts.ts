/** Signing in at a provider: an attempt begins with a redirect, and ends with the provider's callback. */
import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { settleMemberships } from "../../access/hostAccess/settleMemberships.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Seal } from "../../Seal.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { hashToken } from "../../access/tokens/tokens.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockConnectionOfUser, upsertConnection } from "../../db/tables/sources/connections.ts";
import { deleteAccessChecks, updateAccessDue } from "../../db/tables/sources/hostAccess.ts";
import { deleteExpiredOauthStates, insertOauthState, takeOauthState } from "../../db/tables/tokens/oauthStates.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { findSessionUser } from "../../db/tables/accounts/sessions.ts";
import { Conflict } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import {
  type OauthAttempt,
  type OauthClient,
  OauthRefusedError,
  type OauthTokens,
} from "../../sources/oauth/OauthClient.ts";
import { storeTokens } from "./connectionTokens.ts";

/** How long the user may take on the provider's sign-in page. */
export const ATTEMPT_TTL_MS = 10 * MINUTE_MS;

export interface AttemptDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Seals what a sign-in needs for its second half. */
  readonly attemptSeal: Seal;
  readonly clientOf: (provider: string) => OauthClient | undefined;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: () => string;
}

export type ConnectionOutcome = "connected" | "denied" | "expired" | "failed";

/** @throws Conflict when the operator has not registered at the provider */
export async function beginAttempt(
  { db, attemptSeal, clientOf, redirectUri }: AttemptDeps,
  user: Principal,
  provider: string,
  writes: boolean,
): Promise<{ readonly authUrl: string; readonly browser: string }> {
  const client = clientOf(provider);
  if (!client) throw new Conflict(message("connection.not_registered"));
  if (user.companyId === null) throw new Conflict(message("company.required_for_connection"));
  if (writes && !client.canWrite) throw new Conflict(message("write.unsupported"));
  const { authUrl, attempt } = await client.begin(redirectUri(), writes);
  const browser = randomBytes(32).toString("base64url");
  const stateHash = hashToken(attempt.state);
  await deleteExpiredOauthStates(db, new Date());
  await insertOauthState(db, {
    state_hash: stateHash,
    user_id: user.id,
    session_hash: user.sessionHash,
    browser_hash: hashToken(browser),
    provider,
    sealed: Buffer.from(attemptSeal.seal(JSON.stringify(attempt), `oauth:${stateHash}`)),
    expires_at: new Date(Date.now() + ATTEMPT_TTL_MS),
  });
  return { authUrl, browser };
}

/** Errors of the provider are reported in the outcome. */
export async function finishAttempt(
  { db, secrets, attemptSeal, clientOf, redirectUri }: AttemptDeps,
  callback: URL,
  browser: string | null,
  address: string,
): Promise<ConnectionOutcome> {
  const state = callback.searchParams.get("state");
  if (state === null || browser === null) return "expired";
  // Taken out at once: a state is good for one answer.
  const row = await takeOauthState(db, hashToken(state));
  if (!row || row.expires_at.getTime() < Date.now() || row.browser_hash !== hashToken(browser)) return "expired";
  const owner = await findSessionUser(db, row.session_hash, new Date());
  const client = clientOf(row.provider);
  const companyId = owner?.company_id ?? null;
  if (!owner || companyId === null || !client) return "expired";
  let tokens: OauthTokens;
  let account: string;
  let attempt: OauthAttempt;
  try {
    attempt = JSON.parse(attemptSeal.open(row.sealed, `oauth:${row.state_hash}`)) as OauthAttempt;
    tokens = await client.finish(callback, attempt, redirectUri());
    account = await client.accountName(tokens.access);
  } catch (error) {
    if (error instanceof OauthRefusedError) return error.code === "access_denied" ? "denied" : "failed";
    if (error instanceof SourceError) return "failed";
    throw error;
  }
  const { origin } = client;
  const writes = attempt.writes === true && client.grantsWriting(tokens.scopes);
  await db.transaction().execute(async (tx) => {
    const before = await lockConnectionOfUser(tx, owner.id, row.provider);
    const fresh = {
      origin,
      account,
      scopes: tokens.scopes,
      writes,
      secret_id: await storeTokens(secrets, tx, companyId, tokens),
      expires_at: tokens.expiresAt,
      failed_at: null,
    };
    await upsertConnection(tx, { id: newId(), user_id: owner.id, provider: row.provider }, fresh);
    if (before) await deleteSecrets(tx, [before.secret_id]);
    // Another account may see other things at its host.
    if (before && (before.account !== account || before.origin !== origin))
      await deleteAccessChecks(tx, owner.id, row.provider);
    else await updateAccessDue(tx, { userId: owner.id, account: row.provider }, new Date(), 0);
    await recordAuditEvent(tx, actorOf({ ...owner, companyId }, address), {
      action: "account.connected",
      subject: { kind: "account", name: row.provider },
      after: { account, origin, scopes: tokens.scopes, writes },
    });
  });
  await settleMemberships(db, new Date(), owner.id);
  return "connected";
}
