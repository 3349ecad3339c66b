import type { DemoPerson } from "../../contract/access/installation.ts";
import { verifyPassword } from "../access/passwords/passwords.ts";
import type { Db } from "../db/openDb.ts";
import { findPasswordHashes } from "../db/tables/accounts/users.ts";
import { StampedCache } from "../memoize.ts";

/** The people of the demo. Their passwords are printed at the start, so they are public: a demo is for one person's machine. */
export const DEMO_PEOPLE = [
  { name: "Mira Solak", email: "mira@clew.example", password: "follow-the-thread", role: "Admin" },
  { name: "Tomas Brandt", email: "tomas@clew.example", password: "out-of-the-maze", role: "Member" },
] as const satisfies readonly DemoPerson[];

/**
 * Finds the people of the demo who can still sign in with the printed password. A password is verified once for each stored hash, because
 * the call is public and a verification takes tens of milliseconds of processor time.
 */
export function createDemoPeople(db: Db): () => Promise<DemoPerson[]> {
  const verified = new StampedCache<{ readonly isPrinted: boolean }>(DEMO_PEOPLE.length);
  return async () => {
    const hashes = await findPasswordHashes(
      db,
      DEMO_PEOPLE.map(({ email }) => email),
    );
    const users = await Promise.all(
      DEMO_PEOPLE.map(async (person) => {
        const hash = hashes.get(person.email);
        if (hash === undefined) return [];
        const verify = async () => ({ isPrinted: await verifyPassword(person.password, hash) });
        return (await verified.get(person.email, hash, verify)).isPrinted ? [person] : [];
      }),
    );
    return users.flat();
  };
}
