import type { LoginBody, TokenAnswer } from "../../../contract/users.ts";
import type { RateLimiter } from "../../access/RateLimiter.ts";
import { verifyPassword } from "../../access/passwords.ts";
import { startSession } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { Invalid } from "../../errors.ts";

/**
 * Begins a session for the right password. An unknown address takes as long and says the same as a wrong password. Who has
 * registered and not typed the code yet is told so, once the password is right.
 * @param address the client's network address
 * @throws Invalid, TooMany
 */
export async function signIn(
  { db, limiter }: { readonly db: Db; readonly limiter: RateLimiter },
  { email, password }: LoginBody,
  address: string,
): Promise<TokenAnswer> {
  const guess = await limiter.guess(address, email);
  const user = await db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
  const waiting = await db
    .selectFrom("registrations")
    .select("password_hash")
    .where("email", "=", email)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const isRight = await verifyPassword(password, user?.password_hash ?? waiting?.password_hash);
  if (isRight && !user) {
    await guess.right();
    throw new Invalid({
      non_field_errors: ["Your address is not verified yet. Enter the code that was mailed to you."],
    });
  }
  if (!user || !isRight) {
    await guess.wrong();
    throw new Invalid({ non_field_errors: ["The email or the password is not right."] });
  }
  await guess.right();
  return { token: await startSession(db, user.id) };
}
