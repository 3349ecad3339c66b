/** A new password for who forgot the old one, by a link that was mailed to the account's address. */
import { randomUUID } from "node:crypto";
import type { Language } from "../../../contract/access/users.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deletePasswordResetsOf,
  findPasswordResetUser,
  insertPasswordReset,
} from "../../db/tables/accounts/passwordResets.ts";
import { findUserByEmail, updatePasswordHash } from "../../db/tables/accounts/users.ts";
import { Invalid } from "../../errors.ts";
import type { Mail } from "../../mail/Mail.ts";
import { requirePasswordAllowed } from "./passwordAccess.ts";
import { requireGoodPassword } from "./passwordRules.ts";
import { actorOf, recordAuditEvent } from "../auditLog.ts";
import { hashPassword } from "./passwords.ts";
import { endSessions } from "../sessions/sessions.ts";
import { hashToken } from "../tokens/tokens.ts";
import { message } from "../../messages/messages.ts";

const LINK_MINUTES = 60;

export const resetPath = (token: string): string => `/reset-password?token=${token}`;

/** Creates a reset link for a user and revokes an older one. @returns the token, which is stored only as a hash */
export async function newReset(transaction: Db, userId: string): Promise<{ token: string; expires: Date }> {
  await deletePasswordResetsOf(transaction, userId);
  const token = randomUUID();
  const expires = new Date(Date.now() + LINK_MINUTES * 60_000);
  await insertPasswordReset(transaction, { token_hash: hashToken(token), user_id: userId, expires_at: expires });
  return { token, expires };
}

/** Mails a reset link to the account of an address. Does nothing, without an error, when the address has no account. */
export async function mailReset(
  { db, mail }: { readonly db: Db; readonly mail: Mail },
  email: string,
  address = "",
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (!user) return;
    await recordAuditEvent(transaction, actorOf({ ...user, email, companyId: user.company_id }, address), {
      action: "password.reset_asked",
    });
    const { token, expires } = await newReset(transaction, user.id);
    await mail.post(transaction, "passwordReset", {
      to: email,
      language: user.language,
      facts: { name: user.name, link: mail.link(resetPath(token)), minutes: LINK_MINUTES },
      expires,
    });
  });
}

/** The owner of a link, while it is valid. */
const ownerOf = (db: Db, token: string, lock?: "lock") =>
  findPasswordResetUser(db, hashToken(token.toLowerCase()), new Date(), lock);

export async function isResetValid(db: Db, token: string): Promise<boolean> {
  return (await ownerOf(db, token)) !== undefined;
}

const gone = (): Invalid => new Invalid({ token: [message("password.link_expired")] });

/**
 * Sets the password of a link's owner. The link and all sessions end.
 * @returns the address of the account
 * @throws Invalid
 */
export async function resetPassword(
  { db, mail }: { readonly db: Db; readonly mail: Mail },
  input: { readonly token: string; readonly new_password: string; readonly confirm_password: string },
  address = "",
): Promise<string> {
  const owner = await ownerOf(db, input.token);
  if (!owner) throw gone();
  await requirePasswordAllowed(db, owner.id);
  requireGoodPassword("new_password", { password: input.new_password, confirmation: input.confirm_password }, owner);
  const hash = await hashPassword(input.new_password);
  return db.transaction().execute(async (transaction) => {
    // Twice at the same moment: the second finds nothing.
    const user = await ownerOf(transaction, input.token, "lock");
    if (!user) throw gone();
    await setPassword(transaction, mail, user, hash);
    await recordAuditEvent(transaction, actorOf({ ...user, companyId: user.company_id }, address), {
      action: "password.reset",
    });
    return user.email;
  });
}

/**
 * Stores a new password, ends sessions and reset links, and notifies the user by mail.
 * @param keepSession the hash of the one session that stays valid
 */
export async function setPassword(
  transaction: Db,
  mail: Mail,
  user: { readonly id: string; readonly email: string; readonly name: string; readonly language: Language },
  hash: string,
  keepSession?: string,
): Promise<void> {
  await updatePasswordHash(transaction, user.id, hash);
  await deletePasswordResetsOf(transaction, user.id);
  await endSessions(transaction, user.id, keepSession);
  await mail.post(transaction, "passwordChanged", {
    to: user.email,
    language: user.language,
    facts: { name: user.name, at: new Date(), forgot: mail.link("/forgot-password") },
  });
}
