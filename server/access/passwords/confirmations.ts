/** Requires that the password of a session was entered recently, so that a stolen token does not permit sensitive calls indefinitely. */
import type { Db } from "../../db/openDb.ts";
import { findSessionConfirmation, updateSessionConfirmation } from "../../db/tables/accounts/sessions.ts";
import { isPasswordRefused } from "../../db/tables/directory/ssoAccounts.ts";
import { findPasswordHash } from "../../db/tables/accounts/users.ts";
import { ConfirmationNeeded, Invalid } from "../../errors.ts";
import { recordAuditEvent, actorOf } from "../auditLog.ts";
import { verifyCurrentPassword } from "./verifyCurrentPassword.ts";
import { NO_PASSWORD } from "./passwords.ts";
import type { RateLimiter } from "../limits/RateLimiter.ts";
import type { Principal } from "../sessions/sessions.ts";
import { message } from "../../messages/messages.ts";
import type { PasskeyAssertion } from "../../../contract/access/secondFactors.ts";
import { verifyPasskey } from "./passkeys.ts";
import { takeAppCode } from "./secondFactors.ts";
import type { Seal } from "../../Seal.ts";

/** @throws ConfirmationNeeded when the sign-in, or the last confirmation, is longer ago than `minutes` */
export async function requireConfirmed(db: Db, sessionHash: string, minutes: number, now = new Date()): Promise<void> {
  const session = await findSessionConfirmation(db, sessionHash);
  // A token for agents has no session, and none of these calls is open to it.
  if (!session) return;
  const typedAt = session.confirmed_at ?? session.created_at;
  if (now.getTime() - typedAt.getTime() > minutes * 60_000) throw new ConfirmationNeeded();
}

/** The user has typed the password again, in this session. @throws Invalid, and TooMany when it was wrong too often */
export async function confirmPassword(
  access: { readonly db: Db; readonly limiter: RateLimiter },
  caller: Principal,
  password: string,
  address: string,
  now = new Date(),
): Promise<void> {
  const { db } = access;
  const isWithoutPassword =
    (await isPasswordRefused(db, caller.id)) || (await findPasswordHash(db, caller.id)) === NO_PASSWORD;
  if (isWithoutPassword) throw new Invalid({ password: [message("sso.confirm")] });
  if (!(await verifyCurrentPassword(access, caller, password, address))) {
    await recordAuditEvent(db, actorOf(caller, address), { action: "session.refused" });
    throw new Invalid({ password: [message("field.password_wrong")] });
  }
  await updateSessionConfirmation(db, caller.sessionHash, now);
}

/** A code of the authenticator app in place of the password. @throws Invalid, and TooMany when it was wrong too often */
export async function confirmByCode(
  { db, seal, limiter }: { readonly db: Db; readonly seal: Seal; readonly limiter: RateLimiter },
  caller: Principal,
  code: string,
  address: string,
): Promise<void> {
  const guess = await limiter.attempt(address, caller.id);
  const isRight = await db.transaction().execute(async (transaction) => {
    if (!(await takeAppCode(transaction, seal, caller.id, code))) return false;
    await updateSessionConfirmation(transaction, caller.sessionHash, new Date());
    return true;
  });
  if (isRight) return guess.succeed();
  await guess.fail();
  await recordAuditEvent(db, actorOf(caller, address), { action: "session.refused" });
  throw new Invalid({ code: [message("second_factor.code_wrong")] });
}

/** A passkey of the caller in place of the password. @throws Invalid */
export async function confirmByPasskey(
  { db, publicUrl }: { readonly db: Db; readonly publicUrl: string },
  caller: Principal,
  assertion: PasskeyAssertion,
  address: string,
): Promise<void> {
  const refuse = async (): Promise<void> => {
    await recordAuditEvent(db, actorOf(caller, address), { action: "session.refused" });
  };
  const open = { purpose: "confirm", sessionHash: caller.sessionHash } as const;
  const owner = await verifyPasskey(db, publicUrl, open, assertion, refuse);
  if (owner.user_id !== caller.id) {
    await refuse();
    throw new Invalid({ non_field_errors: [message("second_factor.passkey_refused")] });
  }
  await updateSessionConfirmation(db, caller.sessionHash, new Date());
}
