import type { Db } from "../db/openDb.ts";
import { verifyPassword } from "./passwords.ts";
import type { RateLimiter } from "./RateLimiter.ts";
import type { Caller } from "./sessions.ts";

/**
 * Whether this is the password of the person who is signed in. A try counts like one at the sign-in.
 * @throws TooMany when it was wrong too often
 */
export async function isOwnPassword(
  { db, limiter }: { readonly db: Db; readonly limiter: RateLimiter },
  caller: Caller,
  password: string,
  address: string,
): Promise<boolean> {
  const guess = await limiter.guess(address, caller.email);
  const { password_hash } = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", caller.id)
    .executeTakeFirstOrThrow();
  const isRight = await verifyPassword(password, password_hash);
  await (isRight ? guess.right() : guess.wrong());
  return isRight;
}
