import { createHash } from "node:crypto";
import { isBotAccount } from "../../isBotAccount.ts";
import { unionByKey } from "./unionByKey.ts";
import type { KnownPerson } from "./knownPersons.ts";
import type { NameAndEmail } from "./mailmap.ts";
import { type IdentityTraits, byTrust, identityKeys, loginOf, nameKeys } from "./identityKeys.ts";
import { PersonFinder } from "./PersonFinder.ts";

/** A name and address as a history writes it, with how recently (seconds since 1970) it was used. */
export interface Alias extends NameAndEmail {
  readonly lastUsedAt: number;
  /** The repository whose history contains it, where that is known. */
  readonly sourceId?: string;
}

/** One human, or one bot, behind all of their names and addresses. */
export interface Identity {
  /** Stable as long as the person's aliases are; does not reveal the address. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isBot: boolean;
  /** Lower case. */
  readonly emails: ReadonlySet<string>;
  readonly logins: ReadonlySet<string>;
  /** Ids of their accounts at hosts, as far as the project's persons are known. */
  readonly accounts: readonly string[];
  /** All names and addresses as histories have them. */
  readonly signatures: readonly NameAndEmail[];
  /** The matching person of the project; null for one whom only messages name, and when the project's persons are not known. */
  readonly projectPerson: KnownPerson | null;
}

/** The person to look up: `key` is that of a known identity and takes precedence. */
export type IdentityQuery = IdentityTraits & { readonly key?: string };

export interface Identities {
  readonly people: readonly Identity[];
  /** The identity of each alias, in the order given. */
  readonly personNumbers: Int32Array;
  /** The person with this account, address, login or name (in this order of trust), or -1. */
  readonly find: (who: IdentityQuery) => number;
}

/**
 * Joins aliases into people: the same address, the same account of a host (from no-reply addresses), the same full name, and a name that is a
 * login. A single word that may be a common first name joins no aliases.
 *
 * @param canonical the `.mailmap` of the repository, applied first
 * @param persons of the project, where there is one: their aliases stay theirs. Aliases that only messages name join one of these persons by
 * their most verified key, and never merge two of them. A person merged manually is joined only by verified keys, never by a name alone.
 */
export function resolveIdentities(
  aliases: readonly Alias[],
  canonical: (person: NameAndEmail) => NameAndEmail,
  persons: readonly KnownPerson[] = [],
): Identities {
  const finder = new PersonFinder(persons);
  const proper = aliases.map(canonical);
  const keysAt = (at: number): string[] => identityKeys(proper[at] ?? {});
  // Positions of persons first; whom none of them is gets a position behind them.
  const positions = Int32Array.from(aliases, (alias) => finder.ofSignature(alias));
  const unmatched = [...aliases.keys()].filter((at) => positions[at] === -1);
  const groups = unionByKey(unmatched, (at) => keysAt(at).filter((key) => finder.byKey(key) === -1));
  const byKey = new Map<string, number>();
  groups.forEach((group, number) => {
    const keys = byTrust(group.flatMap(keysAt));
    const finderPosition = keys.map((key) => finder.byKey(key)).find((position) => position !== -1);
    const position = finderPosition ?? persons.length + number;
    for (const at of group) positions[at] = position;
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, position);
  });
  // Keys of known persons also lead to them, unless a group above has the key.
  aliases.forEach((alias, at) => {
    for (const key of identityKeys(alias)) if (!byKey.has(key)) byKey.set(key, positions[at] ?? -1);
  });

  const numbers = new Map<number, number>();
  const members: Alias[][] = [];
  const signatures: NameAndEmail[][] = [];
  const personNumbers = Int32Array.from(positions, (position, at) => {
    let number = numbers.get(position);
    if (number === undefined) {
      numbers.set(position, (number = members.length));
      members.push([]);
      signatures.push([]);
    }
    const alias = aliases[at];
    if (alias) {
      members[number]?.push({ ...alias, ...proper[at] });
      signatures[number]?.push({ name: alias.name, email: alias.email });
    }
    return number;
  });
  const positionOf = [...numbers.keys()];
  return {
    people: members.map((personAliases, number) => ({
      ...identityOf(personAliases, persons[positionOf[number] ?? -1]),
      signatures: signatures[number] ?? [],
    })),
    personNumbers,
    // An account without commits is not a person of this table.
    find: (who) => {
      const finderPosition = finder.find(who);
      if (finderPosition !== -1) return numbers.get(finderPosition) ?? -1;
      const key = identityKeys(who).find((candidate) => byKey.has(candidate));
      return key === undefined ? -1 : (numbers.get(byKey.get(key) ?? -1) ?? -1);
    },
  };
}

function identityOf(aliases: readonly Alias[], person: KnownPerson | undefined): Omit<Identity, "signatures"> {
  const newest = aliases.reduce((best, alias) => (alias.lastUsedAt > best.lastUsedAt ? alias : best));
  const emails = new Set(aliases.map(({ email }) => email.toLowerCase()).filter((email) => email !== ""));
  const logins = new Set([...emails].flatMap((email) => loginOf(email) ?? []));
  for (const { name } of aliases)
    for (const key of nameKeys(name)) if (key.startsWith("login:")) logins.add(key.slice(6));
  // Two persons that were split manually may share an address.
  const anchor = person?.manualMerge ? `person ${person.manualMerge.id}` : ([...emails].sort()[0] ?? newest.name);
  return {
    id: createHash("sha256").update(anchor).digest("hex").slice(0, 16),
    name: person?.name || newest.name || newest.email,
    email: newest.email,
    isBot: person?.isBot ?? isBotAccount(newest.name, newest.email),
    emails,
    logins,
    accounts: (person?.identities ?? []).flatMap(({ key }) => (key.startsWith("account:") ? [key.slice(8)] : [])),
    projectPerson: person ?? null,
  };
}
