/** Who is who in a project, for all that asks: the list of people, Experts and Insights. */
import type { Db } from "../../db/openDb.ts";
import { joinByMarks } from "./joinByMarks.ts";
import { type KnownIdentity, accountKey, authorKey, identitiesOf } from "./knownIdentities.ts";

/** One human being, or one program, with everything under which they are known in a project's sources. */
export interface KnownPerson {
  /** Set when a user merged or split this person by hand. */
  readonly hand: { readonly id: string; readonly email: string | null } | null;
  readonly name: string;
  readonly isBot: boolean;
  /** At least one. */
  readonly identities: readonly KnownIdentity[];
}

/**
 * Everybody of a project. What the hand has put together is exactly that: no identity comes to it or leaves it by a rule. All others
 * belong together when they have a mark in common, also by a third one between them: after the `.mailmap`, an address, an account, a
 * login (also of a no-reply address) or a full name.
 */
export async function knownPersons(db: Db, projectId: string): Promise<KnownPerson[]> {
  const identities = await identitiesOf(db, projectId);
  const rows = await db
    .selectFrom("person_identities")
    .innerJoin("persons", "persons.id", "person_identities.person_id")
    .select(["persons.id", "persons.name", "persons.email", "persons.is_bot", "account_id", "author_id"])
    .where("persons.project_id", "=", projectId)
    .where("persons.is_settled", "=", true)
    .execute();
  const byHand = new Map(rows.map((row) => [identityKey(row), row]));
  const groups = joinByMarks(identities, ({ key, marks }) => {
    const hand = byHand.get(key);
    return hand ? [`person ${hand.id}`] : marks;
  });
  return groups.map((members): KnownPerson => {
    const hand = byHand.get(members[0]?.key ?? "");
    return hand
      ? {
          hand: { id: hand.id, email: hand.email },
          name: hand.name,
          isBot: hand.is_bot,
          identities: members,
        }
      : { hand: null, name: nameOf(members), isBot: members.some(({ isBot }) => isBot), identities: members };
  });
}

/** How a row names the identity that it is about. */
export const identityKey = (row: { readonly account_id: string | null; readonly author_id: number | null }): string =>
  row.account_id === null ? authorKey(row.author_id ?? 0) : accountKey(row.account_id);

/** The longest of their names says most. Without any: a login, or an address. */
function nameOf(members: readonly KnownIdentity[]): string {
  const longest = (texts: readonly (string | null | undefined)[]): string =>
    texts.reduce<string>((best, text) => ((text ?? "").length > best.length ? (text ?? "") : best), "");
  return (
    longest(members.map(({ proper }) => proper.name)) ||
    longest(members.map(({ login }) => login)) ||
    longest(members.map(({ proper }) => proper.email))
  );
}
