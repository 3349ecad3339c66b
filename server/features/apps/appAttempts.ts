/** What an Admin has begun at a code host and has not come back from: a registration, or an installation. */
import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { mayInCompany } from "../../../contract/access/policy.ts";
import { type Actor, actorOf } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { hashToken } from "../../access/tokens/tokens.ts";
import {
  deleteExpiredOauthStates,
  findOauthState,
  insertOauthState,
  takeOauthState,
} from "../../db/tables/tokens/oauthStates.ts";
import { findSessionUser } from "../../db/tables/accounts/sessions.ts";
import type { AppHost, NewApp } from "../../sources/connector/appTypes.ts";
import type { AppsDeps } from "./appsDeps.ts";

/** How long the Admin may take at the host. GitHub's own code is valid for an hour. */
export const APP_ATTEMPT_TTL_MS = 30 * MINUTE_MS;

/** Separates these attempts from sign-ins at the same provider, so that neither callback accepts the other's. */
const PREFIX = "app:";

export type AppAttempt =
  | {
      readonly kind: "registration";
      readonly appId: string;
      readonly companyId: string;
      /** By its stored name. */
      readonly place: AppHost;
      readonly app: Omit<NewApp, "state">;
    }
  | {
      readonly kind: "installation";
      readonly appId: string;
      readonly companyId: string;
      /** The page of the web app to return to; left out: the settings. */
      readonly from?: string | undefined;
    };

export interface OpenAttempt {
  readonly provider: string;
  readonly attempt: AppAttempt;
  /** The Admin who began it. */
  readonly by: Actor;
}

/** @returns the state for the host, and what the browser keeps */
export async function beginAppAttempt(
  { db, attemptSeal }: Pick<AppsDeps, "db" | "attemptSeal">,
  user: Principal,
  provider: string,
  attempt: AppAttempt,
): Promise<{ readonly state: string; readonly browser: string }> {
  const state = randomBytes(32).toString("base64url");
  const browser = randomBytes(32).toString("base64url");
  const stateHash = hashToken(state);
  await deleteExpiredOauthStates(db, new Date());
  await insertOauthState(db, {
    state_hash: stateHash,
    user_id: user.id,
    session_hash: user.sessionHash,
    browser_hash: hashToken(browser),
    provider: PREFIX + provider,
    sealed: Buffer.from(attemptSeal.seal(JSON.stringify(attempt), `oauth:${stateHash}`)),
    expires_at: new Date(Date.now() + APP_ATTEMPT_TTL_MS),
  });
  return { state, browser };
}

/**
 * The attempt of a state, if this browser began it and its user may still do this. Null otherwise.
 * @param isTaken the state is good for no other answer afterwards
 */
export async function openAttempt(
  { db, attemptSeal }: Pick<AppsDeps, "db" | "attemptSeal">,
  { state, browser }: { readonly state: string | null; readonly browser: string | null },
  address: string,
  isTaken: boolean,
): Promise<OpenAttempt | null> {
  if (state === null || browser === null) return null;
  const row = await (isTaken ? takeOauthState : findOauthState)(db, hashToken(state));
  if (!row?.provider.startsWith(PREFIX) || row.browser_hash !== hashToken(browser)) return null;
  if (row.expires_at.getTime() < Date.now()) return null;
  const owner = await findSessionUser(db, row.session_hash, new Date());
  const attempt = JSON.parse(attemptSeal.open(row.sealed, `oauth:${row.state_hash}`)) as AppAttempt;
  const isAllowed = owner?.company_id === attempt.companyId && mayInCompany(owner.company_role, "apps.change");
  if (!isAllowed) return null;
  const by = actorOf({ ...owner, companyId: attempt.companyId }, address);
  return { provider: row.provider.slice(PREFIX.length), attempt, by };
}
