import type { Db } from "../../db/openDb.ts";
import { findPasswordHash } from "../../db/tables/accounts/users.ts";
import { verifyPassword } from "./passwords.ts";
import type { RateLimiter } from "../limits/RateLimiter.ts";
import type { Principal } from "../sessions/sessions.ts";

/**
 * Whether this is the password of the user who is signed in. An attempt counts like one at the sign-in.
 * @throws TooMany when it was wrong too often
 */
export async function verifyCurrentPassword(
  { db, limiter }: { readonly db: Db; readonly limiter: RateLimiter },
  caller: Principal,
  password: string,
  address: string,
): Promise<boolean> {
  const guess = await limiter.attempt(address, caller.email);
  const isRight = await verifyPassword(password, await findPasswordHash(db, caller.id));
  await (isRight ? guess.succeed() : guess.fail());
  return isRight;
}
