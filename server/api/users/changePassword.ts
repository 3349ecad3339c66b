import type { LoginLimiter } from "../../access/LoginLimiter.ts";
import { hashPassword, verifyPassword } from "../../access/passwords.ts";
import { endSessions, type Caller } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { Invalid } from "../../errors.ts";
import { requireGoodPassword } from "./passwordRules.ts";

export interface PasswordChange {
  readonly old_password: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

/**
 * Replaces the caller's password and ends every other session.
 * @throws Invalid, and TooMany when the old one was wrong too often
 */
export async function changePassword(
  { db, limiter }: { readonly db: Db; readonly limiter: LoginLimiter },
  caller: Caller,
  change: PasswordChange,
  address: string,
): Promise<void> {
  limiter.check(address, caller.email);
  const { password_hash } = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", caller.id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(change.old_password, password_hash))) {
    limiter.failed(address, caller.email);
    throw new Invalid({ old_password: ["The old password is not right"] });
  }
  requireGoodPassword("new_password", change.new_password, change.confirm_password, caller.email);
  const hash = await hashPassword(change.new_password);
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable("users").set({ password_hash: hash }).where("id", "=", caller.id).execute();
    await endSessions(transaction, caller.id, caller.sessionHash);
  });
}
