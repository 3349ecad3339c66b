/** The end of a sign-in by a second factor, and a sign-in by a passkey alone. */
import type { PasskeySignInBody } from "../../../contract/access/secondFactors.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { TokenAnswer } from "../../../contract/access/users.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { verifyPasskey, type PasskeyOwner } from "../../access/passwords/passkeys.ts";
import { reportNewDevice } from "../../access/sessions/knownDevices.ts";
import type { RateLimiter } from "../../access/limits/RateLimiter.ts";
import { reportFactorChange, takeAnyCode, type FactorDeps } from "../../access/passwords/secondFactors.ts";
import { sessionOrigin } from "../../access/passwords/passwordSessions.ts";
import { startSession, type Client, type SessionOrigin } from "../../access/sessions/sessions.ts";
import { hashToken } from "../../access/tokens/tokens.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteSignInTicket, findSignInTicket } from "../../db/tables/accounts/signInTickets.ts";
import { findSsoUser, isPasswordRefused } from "../../db/tables/directory/ssoAccounts.ts";
import { findSsoProviderById } from "../../db/tables/directory/ssoProviders.ts";
import { Invalid } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";

const refusal = (text: Message): Invalid => new Invalid({ non_field_errors: [text] });

/** @throws Invalid for a user whose company requires single sign-on since the password was checked */
async function requirePasswordOf(db: Db, userId: string): Promise<void> {
  if (await isPasswordRefused(db, userId)) throw refusal(message("sso.required"));
}

/**
 * Where the session of a ticket begins: at the provider whose password was right, if it is not Clew's own.
 * @throws Invalid where that password opens no session any more
 */
async function originOf(
  db: Db,
  userId: string,
  {
    sso_provider_id: providerId,
    sso_subject: subject,
  }: { readonly sso_provider_id: string | null; readonly sso_subject: string | null },
): Promise<SessionOrigin | undefined> {
  if (providerId === null || subject === null) {
    await requirePasswordOf(db, userId);
    return undefined;
  }
  const provider = await findSsoProviderById(db, providerId);
  const user = await findSsoUser(db, providerId, subject);
  const isUsable = provider?.is_enabled === true && planHas(provider.plan, "sso");
  if (!isUsable || user?.id !== userId || user.company_id !== provider.company_id) {
    throw refusal(message("sso.expired"));
  }
  return sessionOrigin({ providerId, subject });
}

/**
 * Ends the sign-in of a ticket by a code. The code is used up in the transaction that starts the session: neither happens without the other.
 * @throws Invalid, TooMany
 */
export async function finishByCode(
  { db, mail, seal }: FactorDeps,
  limiter: RateLimiter,
  { ticket, code }: { readonly ticket: string; readonly code: string },
  client: Client,
): Promise<TokenAnswer> {
  const hash = hashToken(ticket);
  const user = await findSignInTicket(db, hash, new Date());
  if (!user) throw refusal(message("second_factor.expired"));
  const guess = await limiter.attempt(client.address, user.id);
  const actor = actorOf({ ...user, companyId: user.company_id }, client.address);
  const token = await db.transaction().execute(async (transaction) => {
    const origin = await originOf(transaction, user.id, user);
    const used = await takeAnyCode(transaction, seal, user.id, code);
    if (used === undefined) return null;
    // Taken with a right code alone: a mistyped one may be corrected.
    if ((await deleteSignInTicket(transaction, hash, new Date())) === undefined)
      throw refusal(message("second_factor.expired"));
    if (used === "recovery") {
      await reportFactorChange(transaction, mail, user, actor, "code_used", { action: "second_factor.code_used" });
    }
    await recordAuditEvent(transaction, actor, { action: "session.started", after: { second_factor: used } });
    await reportNewDevice(transaction, mail, user.id, client);
    return startSession(transaction, user.id, new Date(), client, origin);
  });
  if (token === null) {
    await guess.fail();
    await recordAuditEvent(db, actor, { action: "session.refused", after: { second_factor: "code" } });
    throw new Invalid({ code: [message("second_factor.code_wrong")] });
  }
  await guess.succeed();
  return { token };
}

/**
 * Starts a session for the owner of a passkey.
 * @throws Invalid, also for a passkey of another account than the ticket's
 */
export async function signInByPasskey(
  { db, mail }: Pick<FactorDeps, "db" | "mail">,
  publicUrl: string,
  { assertion, ticket }: PasskeySignInBody,
  client: Client,
): Promise<TokenAnswer> {
  const actorFor = ({ user_id: id, name, email, company_id: companyId }: PasskeyOwner) =>
    actorOf({ id, name, email, companyId }, client.address);
  const onRefused = (owner: PasskeyOwner): Promise<void> =>
    recordAuditEvent(db, actorFor(owner), { action: "session.refused", after: { second_factor: "passkey" } });
  const owner = await verifyPasskey(db, publicUrl, { purpose: "sign_in", sessionHash: null }, assertion, onRefused);
  const token = await db.transaction().execute(async (transaction) => {
    const waiting = { sso_provider_id: null, sso_subject: null };
    const row = ticket === undefined ? waiting : await deleteSignInTicket(transaction, hashToken(ticket), new Date());
    if (row === undefined) throw refusal(message("second_factor.expired"));
    if ("user_id" in row && row.user_id !== owner.user_id) throw refusal(message("second_factor.passkey_refused"));
    const origin = await originOf(transaction, owner.user_id, row);
    await recordAuditEvent(transaction, actorFor(owner), {
      action: "session.started",
      after: { second_factor: "passkey" },
    });
    await reportNewDevice(transaction, mail, owner.user_id, client);
    return startSession(transaction, owner.user_id, new Date(), client, origin);
  });
  return { token };
}
