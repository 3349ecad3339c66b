import { normalizeProse } from "../../index/text/normalizeText.ts";
import type { NameAndEmail } from "./mailmap.ts";

/** A name, address or login of a person, as a tracker or a history has it. */
export interface IdentityTraits {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly login?: string | null;
  /** What several hosts call one account by, where they do. */
  readonly account?: string | null;
}

/** The identity that an account at a host gives. A service that shares its accounts returns a display name, which is no login. */
export function traitsOfAccount(row: {
  /** The service whose accounts several hosts share; null for an account of one host. */
  readonly service: string | null;
  readonly external_id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
}): IdentityTraits {
  const { service, name, email, login } = row;
  return service === null ? { name, email, login } : { name, email, account: `${service} ${row.external_id}` };
}

/** The identity after the `.mailmap` of the repositories; one that is not a signature (an account without an address) is unchanged. */
export function applyMailmap(who: IdentityTraits, canonical: (person: NameAndEmail) => NameAndEmail): IdentityTraits {
  return who.email ? { ...who, ...canonical({ name: who.name ?? "", email: who.email }) } : who;
}

/** Addresses of hosts that hide the real one but name the account. */
const NO_REPLY = /^(?:\d+[+-])?([a-z\d](?:[a-z\d_.-]*[a-z\d])?)(?:\[bot\])?@users\.noreply\.[a-z.]+$/;
/** Addresses that many machines share: they join no identities. */
const SHARED_EMAIL =
  /^(|root@.*|noreply@.*|no-?reply@.*|none@none|.*@localhost(\.localdomain)?|(you|your[^@]*|user|email|mail|name|me|test|foo)@(example|test)\.(com|org)|unknown|\(no author\)@.*|you@.*|user@.*|ubuntu@.*)$/;
const SHARED_NAME =
  /^(root|unknown|user|admin|administrator|github|ubuntu|your name|no author|\(no author\)|none|dev|developer|test|me)$/;

export const loginOf = (email: string): string | null => NO_REPLY.exec(email.toLowerCase())?.[1] ?? null;

/**
 * What two identities of one person have in common: the most certain evidence first. `account:`, `email:`, `login:` (also of a host's
 * own no-reply address, or of a name that is written as a login) or `name:` and the value. It is the one rule of who is
 * who: for the list of people, for Experts and for Insights.
 */
export function identityKeys({ email, login, name, account }: IdentityTraits): string[] {
  return [
    ...(account ? [`account:${account}`] : []),
    ...(email ? emailKeys(email.toLowerCase()) : []),
    ...(login && !/\s/.test(login) ? [`login:${login.toLowerCase()}`] : []),
    ...(name ? nameKeys(name) : []),
  ];
}

/**
 * The keys that a host or a mailbox verifies: an account, an address, a login, but not a name. Only these join a new identity to a person
 * who was merged manually.
 */
export const verifiedKeys = (who: IdentityTraits): string[] => identityKeys({ ...who, name: null });

/** From the surest to the least sure. */
const TRUST = ["account:", "email:", "login:", "name:"] as const;

/** Keys in the order in which they are to be believed. */
export const byTrust = (keys: readonly string[]): string[] =>
  TRUST.flatMap((kind) => keys.filter((key) => key.startsWith(kind)));

function emailKeys(email: string): string[] {
  const login = loginOf(email);
  if (login !== null) return [`login:${login}`];
  return SHARED_EMAIL.test(email) ? [] : [`email:${email}`];
}

/** A full name identifies a person; a single word only when it is written like a login. */
export function nameKeys(name: string): string[] {
  const trimmed = name.trim().replace(/^@/, "");
  if (SHARED_NAME.test(trimmed.toLowerCase())) return [];
  const words = normalizeProse(trimmed)
    .split(/[\s.,]+/)
    .filter((word) => word !== "");
  if (words.length > 1 && words.join("").length > 4) return [`name:${words.join(" ")}`];
  return /^[a-z\d](?:[a-z\d_-]*[a-z\d])?$/.test(trimmed) && trimmed.length > 3 ? [`login:${trimmed}`] : [];
}
