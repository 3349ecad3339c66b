import { createHash } from "node:crypto";
import { isProgram } from "../../../contract/programs.ts";
import { foldProse } from "../../index/fold.ts";
import { DisjointSets } from "./joinByMarks.ts";
import type { NameAndEmail } from "./mailmap.ts";

/** A name and address as a history writes it, with how recently (seconds since 1970) it was used. */
export interface Alias extends NameAndEmail {
  readonly lastUsedAt: number;
}

/** One human, or one program, behind all of their names and addresses. */
export interface Identity {
  /** Stable as long as the person's aliases are; says nothing of the address. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isBot: boolean;
  /** Lower case. */
  readonly emails: ReadonlySet<string>;
  readonly logins: ReadonlySet<string>;
}

/** A name, address or login of somebody, as a tracker or a history has it. */
export interface KnownAs {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly login?: string | null;
  /** What several hosts call one account by, where they do. */
  readonly account?: string | null;
}

/** Atlassian has one account for all its clouds, and tells its number and a name for people: that name is no login. */
const ONE_ACCOUNT: ReadonlySet<string> = new Set(["jira", "confluence"]);

/** How somebody is known by an account at a host. */
export function accountAs(row: {
  readonly provider: string;
  readonly external_id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
}): KnownAs {
  const { name, email, login } = row;
  return ONE_ACCOUNT.has(row.provider)
    ? { name, email, account: `atlassian ${row.external_id}` }
    : { name, email, login };
}

export interface Identities {
  readonly people: readonly Identity[];
  /** The identity of each alias, in the order given. */
  readonly of: Int32Array;
  /** Who has this account, address, login or name (in this order of trust), or -1. */
  readonly find: (who: KnownAs) => number;
}

/** Addresses of hosts that hide the real one but name the account. */
const NO_REPLY = /^(?:\d+[+-])?([a-z\d](?:[a-z\d_.-]*[a-z\d])?)(?:\[bot\])?@users\.noreply\.[a-z.]+$/;
/** Addresses that many machines have in common: they join nobody. */
const SHARED_EMAIL =
  /^(|root@.*|noreply@.*|no-?reply@.*|none@none|.*@localhost(\.localdomain)?|(you|your[^@]*|user|email|mail|name|me|test|foo)@(example|test)\.(com|org)|unknown|\(no author\)@.*|you@.*|user@.*|ubuntu@.*)$/;
const SHARED_NAME =
  /^(root|unknown|user|admin|administrator|github|ubuntu|your name|no author|\(no author\)|none|dev|developer|test|me)$/;

export const loginOf = (email: string): string | null => NO_REPLY.exec(email.toLowerCase())?.[1] ?? null;

/**
 * Joins aliases into people: the same address, the same account of a host (from no-reply addresses), the same full name, and a name
 * that is a login. A single word that may be anybody's first name joins nobody.
 *
 * @param canonical the `.mailmap` of the repository, asked before anything else
 * @param same groups that somebody put together by hand: all of a group are one person, whatever the rules say. A group of one is
 * somebody whom the rules must not join with anybody.
 * @param accounts at hosts, those by hand aside: one that has the address of one alias and the login of another joins them
 */
export function joinAliases(
  aliases: readonly Alias[],
  canonical: (person: NameAndEmail) => NameAndEmail,
  same: readonly (readonly KnownAs[])[] = [],
  accounts: readonly KnownAs[] = [],
): Identities {
  const sets = new DisjointSets(aliases.length + accounts.length);
  const byKey = new Map<string, number>();
  const join = (key: string, index: number): void => {
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, index);
    else sets.join(known, index);
  };
  const proper = aliases.map(canonical);
  const apart = new Set(same.flatMap((group) => (group.length === 1 ? group.map(asWritten) : [])));
  const isApart = (index: number): boolean => apart.size > 0 && apart.has(asWritten(aliases[index] ?? {}));
  aliases.forEach((alias, index) => {
    if (isApart(index)) return;
    for (const key of [...keysOf(alias), ...keysOf(proper[index] ?? alias)]) join(key, index);
  });
  accounts.forEach((account, at) => {
    for (const key of keysOfKnown(account)) join(key, aliases.length + at);
  });
  // What nobody else goes by leads to them all the same.
  aliases.forEach((alias, index) => {
    if (isApart(index)) for (const key of keysOf(alias)) if (!byKey.has(key)) byKey.set(key, index);
  });
  const written = new Map<string, number[]>();
  if (same.length > 0)
    aliases.forEach((alias, at) => written.set(asWritten(alias), [...(written.get(asWritten(alias)) ?? []), at]));
  for (const group of same) {
    if (group.length === 1) continue;
    const keys = new Set(group.flatMap(keysOfKnown));
    // By the very signature too: what many have in common makes no key, and a hand may still say whose it is.
    const known = [
      ...[...keys].flatMap((key) => byKey.get(key) ?? []),
      ...group.flatMap((one) => written.get(asWritten(one)) ?? []),
    ];
    const [first] = known;
    if (first === undefined) continue;
    for (const index of known) sets.join(first, index);
    // A key that no commit has (of an account that never committed) leads to the rest of its group.
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, first);
  }

  const people: Identity[] = [];
  const numbers = new Map<number, number>();
  const of = new Int32Array(aliases.length);
  const members: number[][] = [];
  aliases.forEach((_, index) => {
    const root = sets.leaderOf(index);
    let number = numbers.get(root);
    if (number === undefined) {
      number = members.length;
      numbers.set(root, number);
      members.push([]);
    }
    of[index] = number;
    members[number]?.push(index);
  });
  for (const own of members) people.push(identityOf(own.map((at) => ({ ...aliases[at], ...proper[at] }) as Alias)));
  const lone = new Set(same.flatMap((group) => (group.length === 1 ? group.flatMap(asAccount) : [])));
  return {
    people,
    of,
    find: (who) => {
      // An account that was set apart is nobody's among these.
      if (lone.size > 0 && asAccount(who).some((print) => lone.has(print))) return -1;
      for (const key of keysOfKnown(who)) {
        const at = byKey.get(key);
        // An account that nobody's commits go with is nobody here.
        if (at !== undefined) return of[at] ?? numbers.get(sets.leaderOf(at)) ?? -1;
      }
      return -1;
    },
  };
}

function keysOf({ name, email }: NameAndEmail): string[] {
  return [...emailKeys(email.toLowerCase()), ...nameKeys(name)];
}

const asWritten = ({ name, email }: KnownAs): string => `${name ?? ""}\n${email?.toLowerCase() ?? ""}`;

/** An account as it was written down; none for what stands in commits. */
const asAccount = ({ name, email, login, account }: KnownAs): string[] =>
  login || account ? [`${login ?? name ?? ""}\n${asWritten({ name: name ?? null, email: email ?? null })}`] : [];

/**
 * What two identities of one person have in common: what most surely says who it is first. `account:`, `email:`, `login:` (also of a host's
 * own no-reply address, or of a name that is written as a login) or `name:` and the value. It is the one rule for Experts and for the
 * list of people.
 */
export function keysOfKnown({ email, login, name, account }: KnownAs): string[] {
  return [
    ...(account ? [`account:${account}`] : []),
    ...(email ? emailKeys(email.toLowerCase()) : []),
    ...(login && !/\s/.test(login) ? [`login:${login.toLowerCase()}`] : []),
    ...(name ? nameKeys(name) : []),
  ];
}

function emailKeys(email: string): string[] {
  const login = loginOf(email);
  if (login !== null) return [`login:${login}`];
  return SHARED_EMAIL.test(email) ? [] : [`email:${email}`];
}

/** A full name stands for a person; one word only when it is written as a login is. */
function nameKeys(name: string): string[] {
  const trimmed = name.trim().replace(/^@/, "");
  if (SHARED_NAME.test(trimmed.toLowerCase())) return [];
  const words = foldProse(trimmed)
    .split(/[\s.,]+/)
    .filter((word) => word !== "");
  if (words.length > 1 && words.join("").length > 4) return [`name:${words.join(" ")}`];
  return /^[a-z\d](?:[a-z\d_-]*[a-z\d])?$/.test(trimmed) && trimmed.length > 3 ? [`login:${trimmed}`] : [];
}

function identityOf(aliases: readonly Alias[]): Identity {
  const newest = aliases.reduce((best, alias) => (alias.lastUsedAt > best.lastUsedAt ? alias : best));
  const emails = new Set(aliases.map(({ email }) => email.toLowerCase()).filter((email) => email !== ""));
  const logins = new Set([...emails].flatMap((email) => loginOf(email) ?? []));
  for (const { name } of aliases)
    for (const key of nameKeys(name)) if (key.startsWith("login:")) logins.add(key.slice(6));
  const anchor = [...emails].sort()[0] ?? newest.name;
  return {
    id: createHash("sha256").update(anchor).digest("hex").slice(0, 16),
    name: newest.name || newest.email,
    email: newest.email,
    isBot: isProgram(newest.name, newest.email),
    emails,
    logins,
  };
}
