import type { RateLimiter } from "../../access/limits/RateLimiter.ts";
import { requirePasswordAllowed } from "../../access/passwords/passwordAccess.ts";
import { requireGoodPassword } from "../../access/passwords/passwordRules.ts";
import { setPassword } from "../../access/passwords/passwordResets.ts";
import { verifyCurrentPassword } from "../../access/passwords/verifyCurrentPassword.ts";
import { hashPassword } from "../../access/passwords/passwords.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { Invalid } from "../../errors.ts";
import type { Mail } from "../../mail/Mail.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { message } from "../../messages/messages.ts";

export interface PasswordChange {
  readonly old_password: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

/**
 * Replaces the caller's password, ends every other session, and notifies the caller by mail.
 * @throws Invalid, and TooMany when the old one was wrong too often
 */
export async function changePassword(
  { db, mail, limiter }: { readonly db: Db; readonly mail: Mail; readonly limiter: RateLimiter },
  caller: Principal,
  { old_password, new_password, confirm_password }: PasswordChange,
  address: string,
): Promise<void> {
  await requirePasswordAllowed(db, caller.id);
  if (!(await verifyCurrentPassword({ db, limiter }, caller, old_password, address)))
    throw new Invalid({ old_password: [message("password.old_wrong")] });
  requireGoodPassword("new_password", { password: new_password, confirmation: confirm_password }, caller);
  const hash = await hashPassword(new_password);
  await db.transaction().execute(async (transaction) => {
    await setPassword(transaction, mail, caller, hash, caller.sessionHash);
    await recordAuditEvent(transaction, actorOf(caller, address), { action: "password.changed" });
  });
}
