import type { LoginAnswer, LoginBody } from "../../../contract/access/users.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import type { RateLimiter } from "../../access/limits/RateLimiter.ts";
import { verifyPassword } from "../../access/passwords/passwords.ts";
import { startPasswordSession } from "../../access/passwords/passwordSessions.ts";
import type { Client } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { findRegistrationPassword } from "../../db/tables/accounts/registrations.ts";
import { isPasswordRefused } from "../../db/tables/directory/ssoAccounts.ts";
import { findUserForSignIn } from "../../db/tables/accounts/users.ts";
import { Invalid } from "../../errors.ts";
import type { Mail } from "../../mail/Mail.ts";
import { message } from "../../messages/messages.ts";

export interface SignInDeps {
  readonly db: Db;
  readonly mail: Mail;
  readonly limiter: RateLimiter;
  /** Runs work after the response, so that the response time discloses nothing. */
  readonly inBackground: (work: () => Promise<void>) => void;
}

/**
 * Starts a session for a correct password, or gives a ticket where a second factor must follow. An unknown address takes as long and gets the
 * same message as a wrong password. An unfinished registration, and a company that requires single sign-on, are reported only after a correct
 * password.
 * @throws Invalid, TooMany
 */
export async function signIn(
  { db, mail, limiter, inBackground }: SignInDeps,
  { email, password }: LoginBody,
  client: Client,
): Promise<LoginAnswer> {
  const { address } = client;
  const guess = await limiter.attempt(address, email);
  const user = await findUserForSignIn(db, email);
  const waiting = await findRegistrationPassword(db, email);
  const isRight = await verifyPassword(password, user?.password_hash ?? waiting);
  if (isRight && !user) {
    await guess.succeed();
    throw new Invalid({
      non_field_errors: [message("login.unverified")],
    });
  }
  if (!user || !isRight) {
    await guess.fail();
    if (user) {
      const actor = actorOf({ ...user, email, companyId: user.company_id }, address);
      inBackground(() => recordAuditEvent(db, actor, { action: "session.refused" }));
    }
    throw new Invalid({ non_field_errors: [message("login.wrong")] });
  }
  await guess.succeed();
  if (await isPasswordRefused(db, user.id)) {
    await recordAuditEvent(db, actorOf({ ...user, email, companyId: user.company_id }, address), {
      action: "session.refused",
    });
    throw new Invalid({ non_field_errors: [message("sso.required")] });
  }
  const actor = actorOf({ ...user, email, companyId: user.company_id }, address);
  return db.transaction().execute((transaction) => startPasswordSession(transaction, { actor, mail }, user.id, client));
}
