import type { Person } from "../../contract/fieldSchemas.ts";
import type { Db } from "../db/openDb.ts";
import { listAccountsWithLoad } from "../db/tables/accounts/accounts.ts";
import { loginOf } from "../engines/identities/identityKeys.ts";
import { shortName } from "../git/commitText.ts";
import type { PeopleTable } from "../engines/identities/peopleTable.ts";

/** Facts from a project's trackers about a person who commits. */
export interface AccountFacts {
  readonly avatarUrl: string | null;
  /** Open issues that are assigned to them. */
  readonly load: number;
}

/** Accounts of these people in the project's trackers, by their number in the table; people without an account are omitted. */
export async function trackerAccountsOf(
  db: Db,
  projectId: string,
  table: PeopleTable,
  people: readonly number[],
): Promise<Map<number, AccountFacts>> {
  const owners = new Map(people.flatMap((person) => (table.people[person]?.accounts ?? []).map((id) => [id, person])));
  if (owners.size === 0) return new Map();
  const accounts = await listAccountsWithLoad(db, projectId, [...owners.keys()]);
  const result = new Map<number, AccountFacts>();
  for (const account of accounts) {
    const person = owners.get(account.id);
    if (person === undefined) continue;
    const previous = result.get(person);
    result.set(person, {
      avatarUrl: previous?.avatarUrl ?? account.avatar_url,
      load: (previous?.load ?? 0) + Number(account.open ?? 0),
    });
  }
  return result;
}

/** A person as the wire has them. An address that only hides the real one is none. */
export function presentPerson(table: PeopleTable, person: number, facts?: AccountFacts): Person {
  const identity = table.people[person];
  if (!identity) throw new Error("A ranked person is missing in the table.");
  const { id, name, email } = identity;
  const shown =
    [email, ...identity.emails].find((address) => address.includes("@") && loginOf(address) === null) ?? null;
  return { id, name: shortName(name), email: shown, avatar_url: facts?.avatarUrl ?? null };
}
