/** The persons of a project, for the list of people, Experts and Insights. */
import type { PersonIdentityRow } from "../../db/tables/persons/persons.ts";
import { unionByKey } from "./unionByKey.ts";
import { type KnownIdentity, type IdentityRows, accountKey, authorKey, identitiesOf } from "./knownIdentities.ts";

/** One human being, or one bot, with everything under which they are known in a project's sources. */
export interface KnownPerson {
  /** Set when a user merged or split this person manually. */
  readonly manualMerge: { readonly id: string; readonly email: string | null } | null;
  readonly name: string;
  readonly isBot: boolean;
  /** At least one. */
  readonly identities: readonly KnownIdentity[];
}

/** What is stored of the people of a project. */
export interface PersonRows extends IdentityRows {
  /** Identities of the persons that a user merged or split. */
  readonly settled: readonly PersonIdentityRow[];
}

/**
 * The persons of a project. A manually merged person has exactly the identities of the merge; no rule changes it. All others
 * belong together when they share a key, directly or transitively: after the `.mailmap`, an address, an account, a
 * login (also of a no-reply address) or a full name.
 */
export function knownPersons({ settled, ...rows }: PersonRows): KnownPerson[] {
  const identities = identitiesOf(rows);
  const merged = new Map(settled.map((row) => [identityRowKey(row), row]));
  const groups = unionByKey(identities, ({ key, keys }) => {
    const merge = merged.get(key);
    return merge ? [`person ${merge.id}`] : keys;
  });
  return groups.map((members): KnownPerson => {
    const merge = merged.get(members[0]?.key ?? "");
    return merge
      ? {
          manualMerge: { id: merge.id, email: merge.email },
          name: merge.name,
          isBot: merge.is_bot,
          identities: members,
        }
      : { manualMerge: null, name: nameOf(members), isBot: members.some(({ isBot }) => isBot), identities: members };
  });
}

/** How a row names the identity that it is about. */
export const identityRowKey = (row: {
  readonly account_id: string | null;
  readonly author_id: number | null;
}): string => (row.account_id === null ? authorKey(row.author_id ?? 0) : accountKey(row.account_id));

/** The longest of their names; without any, a login or an address. */
function nameOf(members: readonly KnownIdentity[]): string {
  const longest = (texts: readonly (string | null | undefined)[]): string =>
    texts.reduce<string>((best, text) => ((text ?? "").length > best.length ? (text ?? "") : best), "");
  return (
    longest(members.map(({ canonical }) => canonical.name)) ||
    longest(members.map(({ login }) => login)) ||
    longest(members.map(({ canonical }) => canonical.email))
  );
}
