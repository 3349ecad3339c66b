import type { KnownPerson } from "../../../server/engines/identities/knownPersons.ts";
import { identityKeys } from "../../../server/engines/identities/identityKeys.ts";

interface Signed {
  readonly name: string;
  readonly email: string | null;
  /** Makes it an account, whose id is the login. */
  readonly login?: string;
  readonly sourceId?: string;
}

/** People of a project as the database would tell them. */
export function byRule(own: readonly Signed[]): KnownPerson {
  return {
    manualMerge: null,
    name: own[0]?.name ?? "",
    isBot: false,
    identities: own.map(({ name, email, login, sourceId = "one" }) => {
      const canonical = { name, email, login: login ?? null };
      const key = login === undefined ? `author:${name} ${email}` : `account:${login}`;
      return { key, sourceId, ...canonical, isBot: false, canonical, keys: identityKeys(canonical) };
    }),
  };
}

export const byHand = (name: string, own: readonly Signed[]): KnownPerson => ({
  ...byRule(own),
  manualMerge: { id: `hand ${name}`, email: null },
  name,
});
