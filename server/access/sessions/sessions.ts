import type { PlanName } from "../../../contract/access/companies.ts";
import { HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import type { Language } from "../../../contract/access/users.ts";
import type { Db } from "../../db/openDb.ts";
import { recordSeatUse } from "../../db/tables/companies/seats.ts";
import { withoutFlush } from "../../db/withoutFlush.ts";
import {
  deleteSession,
  deleteSessionOfUser,
  deleteSessionsBeyond,
  deleteSessionsOfUser,
  findEndedSessionPolicy,
  findSessionPrincipal,
  insertSession,
  listSessionsOfUser,
  listSessionSubscriptions,
  updateSessionRefused,
  updateSessionUse,
} from "../../db/tables/accounts/sessions.ts";
import { deleteSignInTicketsOfUser } from "../../db/tables/accounts/signInTickets.ts";
import { findPolicyOfUser, lockUser, type PrincipalRow } from "../../db/tables/accounts/users.ts";
import { Invalid, NotFound, Unauthorized } from "../../errors.ts";
import type { Session } from "../../../contract/access/sessions.ts";
import { actorOf, recordAuditEvent } from "../auditLog.ts";
import { admitsAddress, requireSessionNetwork, requireSignInNetwork, sessionEnd } from "../accessPolicy.ts";
import { anonymizeIp, clientNetwork } from "./clientNetwork.ts";
import { rememberDevice } from "./knownDevices.ts";
import { planNow, statusNow } from "../subscription.ts";
import { hashToken, newToken, MAX_ACCESS_TOKEN_LENGTH } from "../tokens/tokens.ts";
import { type Message, message } from "../../messages/messages.ts";

/** Minimum interval between two updates of the time of last use, and its greatest part of a company's idle limit. */
const TOUCH_INTERVAL_MS = 5 * MINUTE_MS;
const TOUCH_PART = 0.2;

/** The caller of a request. Read for each request, so that a change of role or plan takes effect at once. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly companyId: string | null;
  readonly companyRole: "Admin" | "Member";
  readonly plan: PlanName | null;
  readonly subscriptionStatus: "trial" | "active" | "expired" | "canceled" | null;
  /** SHA-256 of the token that was shown. */
  readonly sessionHash: string;
  /** The name of the token by which an agent calls for this user; left out for the user's own calls. */
  readonly agent?: string;
  /** True where the company requires a second factor and the user of the session has none: the session may set up one and nothing else. */
  readonly lacksRequiredFactor?: true;
}

/** The client program of a session, as its request describes it. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  /** The cookie of the browser; left out or null for a client that keeps none. */
  readonly browser?: string | null;
}

/** Where a request with a token comes from. */
export interface CallerOrigin {
  readonly address: string;
  /** The cookie of the browser; null without one. */
  readonly browser: string | null;
}
const NO_CLIENT: Client = { address: "", userAgent: "" };
const MAX_USER_AGENT_LENGTH = 300;
/** A user agent as it is stored. PostgreSQL cannot store a NUL in text. */
export const clientProgram = (userAgent: string): string =>
  userAgent.replaceAll("\u0000", "").slice(0, MAX_USER_AGENT_LENGTH).toWellFormed();
/** At this number the least recently used session ends. The bound is for scripts that sign in each time and never sign out. */
const MAX_SESSIONS = 1000;

/** Where a session began that did not begin with a password. */
export interface SessionOrigin {
  readonly providerId: string;
  readonly subject: string;
  /** The provider's own session, where it names one. */
  readonly sid: string | null;
  /** When the provider wants the session to end; null: it does not say. */
  readonly endsAt: Date | null;
}

/**
 * Starts a session. Its token appears only in this response.
 * @throws Invalid for a client in another network than the company of the user allows, and for a user whom the directory has deactivated
 */
export async function startSession(
  db: Db,
  userId: string,
  now: Date = new Date(),
  { address, userAgent, browser = null }: Client = NO_CLIENT,
  origin?: SessionOrigin,
): Promise<string> {
  const token = newToken();
  // Locked, so that a deactivation at the same moment ends this session too.
  if ((await lockUser(db, userId))?.deactivated_at) {
    throw new Invalid({ non_field_errors: [message("directory.deactivated")] });
  }
  const policy = await findPolicyOfUser(db, userId);
  if (address !== "") requireSignInNetwork(policy, address);
  if (address !== "" || userAgent !== "") await rememberDevice(db, userId, { address, userAgent }, now);
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_used_at: now,
    expires_at: earlier(sessionEnd(policy, { created: now, used: now }), origin?.endsAt ?? null),
    user_agent: clientProgram(userAgent),
    address: anonymizeIp(address),
    ...(browser !== null && { browser_hash: hashToken(browser), network_hash: hashToken(clientNetwork(address)) }),
    ...(origin && {
      sso_provider_id: origin.providerId,
      sso_subject: origin.subject,
      sso_sid: origin.sid,
      ends_at: origin.endsAt,
    }),
  });
  await deleteSessionsBeyond(db, userId, MAX_SESSIONS);
  await recordSeatUse(db, userId, now);
  return token;
}

const earlier = (end: Date, limit: Date | null): Date => (limit !== null && limit < end ? limit : end);

/**
 * The user of a token, or undefined when it is not valid (any more). Using a session makes it last longer.
 * @param origin where the request comes from, if known
 * @throws Unauthorized, with the reason, for a client in a network that the company does not allow, and for a token that was copied out of its
 * browser into another network
 */
export async function findPrincipal(
  db: Db,
  token: string,
  now: Date = new Date(),
  origin?: CallerOrigin,
): Promise<Principal | undefined> {
  if (token === "" || token.length > MAX_ACCESS_TOKEN_LENGTH) return undefined;
  const hash = hashToken(token);
  const row = await findSessionPrincipal(db, hash, now);
  if (!row) return undefined;
  const address = origin?.address;
  if (origin) {
    requireSessionNetwork(row, origin.address);
    if (!isAtSessionOrigin(row, origin)) await refuseSession(db, principalOf(row, hash, now), origin.address, now);
  }
  const touchMs = Math.min(TOUCH_INTERVAL_MS, (row.session_idle_minutes ?? Infinity) * MINUTE_MS * TOUCH_PART);
  // A last use in the future is one by a clock that has been set back since: the session would not end before that time.
  if (Math.abs(now.getTime() - row.last_used_at.getTime()) > touchMs) {
    await withoutFlush(db, async (transaction) => {
      await updateSessionUse(transaction, hash, {
        last_used_at: now,
        expires_at: sessionEnd(row, { created: row.created_at, used: now }),
        ...(address !== undefined && { address: anonymizeIp(address) }),
      });
      await recordSeatUse(transaction, row.id, now);
    });
  }
  const principal = principalOf(row, hash, now);
  return row.lacks_required_factor ? { ...principal, lacksRequiredFactor: true } : principal;
}

/**
 * Whether a session is used where it began: in its browser, or in the network in which it began, where a script of its user may run. A session
 * that began outside of a browser is bound to none.
 */
const isAtSessionOrigin = (
  session: { readonly browser_hash: string | null; readonly network_hash: string | null },
  { address, browser }: CallerOrigin,
): boolean =>
  session.browser_hash === null ||
  (browser !== null && hashToken(browser) === session.browser_hash) ||
  hashToken(clientNetwork(address)) === session.network_hash;

/** Refuses a token outside of its browser. The first time is kept for the user and in the audit log. @throws Unauthorized */
async function refuseSession(db: Db, user: Principal, address: string, now: Date): Promise<never> {
  await db.transaction().execute(async (transaction) => {
    if (!(await updateSessionRefused(transaction, user.sessionHash, now))) return;
    const after = { reason: "other_browser" };
    await recordAuditEvent(transaction, actorOf(user, address), { action: "session.refused", after });
  });
  throw new Unauthorized(message("session.other_browser"));
}

/** Why a session is not valid any more: a limit of the company, where one has ended it. */
export async function whySessionEnded(db: Db, token: string, now: Date = new Date()): Promise<Message> {
  const ended = message("session.ended");
  if (token === "" || token.length > MAX_ACCESS_TOKEN_LENGTH) return ended;
  const row = await findEndedSessionPolicy(db, hashToken(token), now);
  if (!row) return ended;
  const { session_idle_minutes: minutes, session_max_hours: hours } = row;
  if (hours !== null && now.getTime() - row.created_at.getTime() >= hours * HOUR_MS)
    return message("access.absolute", { hours });
  if (minutes !== null && now.getTime() - row.last_used_at.getTime() >= minutes * MINUTE_MS)
    return message("access.idle", { minutes });
  return ended;
}

/** Builds the caller from a row of PRINCIPAL_COLUMNS; `hash` is that of the session, or of the token used in its place. */
export const principalOf = (row: PrincipalRow, hash: string, now: Date): Principal => ({
  id: row.id,
  name: row.name,
  email: row.email,
  language: row.language,
  companyId: row.company_id,
  companyRole: row.company_role,
  plan: planNow(row, now),
  subscriptionStatus: statusNow(row, now),
  sessionHash: hash,
});

export const endSession = (db: Db, sessionHash: string): Promise<void> => deleteSession(db, sessionHash);

/** Ends all sessions of a user, and sign-ins that wait for a second factor; with `except`, all sessions but that one. @returns how many */
export async function endSessions(db: Db, userId: string, except?: string): Promise<number> {
  await deleteSignInTicketsOfUser(db, userId);
  return deleteSessionsOfUser(db, userId, except);
}

/** Where a user is signed in: the session of the request first, the others by their last use. */
export async function listSessions(
  db: Db,
  { id, sessionHash }: Pick<Principal, "id" | "sessionHash">,
  now: Date = new Date(),
): Promise<Session[]> {
  const rows = await listSessionsOfUser(db, id, now);
  return rows
    .map((row) => ({
      id: row.id,
      current: row.token_hash === sessionHash,
      user_agent: row.user_agent,
      address: row.address,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      refused_at: row.refused_at?.toISOString() ?? null,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one session of a user. @throws NotFound for one that is not theirs */
export async function revokeSession(db: Db, userId: string, id: string): Promise<{ userAgent: string }> {
  const gone = await deleteSessionOfUser(db, userId, id);
  if (!gone) throw new NotFound(message("session.not_found"));
  return { userAgent: gone.user_agent };
}

/** What a valid session has of its user's company. */
export interface ValidSession {
  readonly subscription: Principal["subscriptionStatus"];
  /** Whether the company lets its users in from an address. */
  readonly admits: (address: string) => boolean;
}

/** Which of these sessions are valid. */
export async function validSessions(
  db: Db,
  hashes: readonly string[],
  now: Date = new Date(),
): Promise<Map<string, ValidSession>> {
  if (hashes.length === 0) return new Map();
  const rows = await listSessionSubscriptions(db, hashes, now);
  return new Map(
    rows.map((row) => [
      row.token_hash,
      {
        subscription: statusNow(row, now),
        admits: (address) => admitsAddress(row, address),
      },
    ]),
  );
}
