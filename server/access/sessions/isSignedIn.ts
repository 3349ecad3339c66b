import type { Db } from "../../db/openDb.ts";
import { findApiTokenPrincipal } from "../../db/tables/tokens/apiTokens.ts";
import { findSessionPrincipal } from "../../db/tables/accounts/sessions.ts";
import type { Principal } from "./sessions.ts";

/** Whether the session or the personal token of a caller is still valid: for long work, which checks again before it stores its result. */
export async function isSignedIn(
  db: Db,
  { id, sessionHash: hash }: Pick<Principal, "id" | "sessionHash">,
  now: Date = new Date(),
): Promise<boolean> {
  if (await findSessionPrincipal(db, hash, now)) return true;
  const token = await findApiTokenPrincipal(db, hash);
  return token !== undefined && token.id === id && token.expires_at > now;
}
