import type { Db } from "../../db/openDb.ts";
import { isBot } from "../experts/bots.ts";
import type { FactPerson } from "./facts.ts";

export interface People {
  readonly list: readonly FactPerson[];
  /** Accounts at hosts that are programs. */
  readonly botAccounts: readonly string[];
  /** Place of whom an account at a host belongs to; -1 for nobody. */
  ofAccount(id: string | null): number;
  /** The same for an author of commits. */
  ofAuthor(id: number): number;
}

/**
 * The people of a project: as they were put together, else an account or an author on its own. Authors are then joined by their address.
 * Whoever is a program by the host's word, by the person's mark or by name counts as one.
 */
export async function loadPeople(db: Db, projectId: string, sources: readonly string[]): Promise<People> {
  const persons = await db
    .selectFrom("persons")
    .select(["id", "name", "is_bot"])
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();
  const identities = await db
    .selectFrom("person_identities")
    .select(["person_id", "account_id", "author_id"])
    .where("project_id", "=", projectId)
    .execute();
  const list: FactPerson[] = persons.map(({ id, name, is_bot }) => ({ id, name, isBot: is_bot }));
  const placeOf = new Map(list.map(({ id }, place) => [id, place]));
  const add = (person: FactPerson): number => {
    const place = placeOf.get(person.id);
    if (place !== undefined) return place;
    placeOf.set(person.id, list.length);
    list.push(person);
    return list.length - 1;
  };
  const accountPerson = new Map<string, number>();
  const authorPerson = new Map<number, number>();
  for (const { person_id, account_id, author_id } of identities) {
    const place = placeOf.get(person_id) ?? -1;
    if (account_id !== null) accountPerson.set(account_id, place);
    if (author_id !== null) authorPerson.set(author_id, place);
  }
  const botAccounts: string[] = [];
  if (sources.length > 0) {
    const accounts = await db
      .selectFrom("people")
      .select(["id", "name", "login", "email", "is_bot"])
      .where("source_id", "in", [...sources])
      .execute();
    for (const { id, name, login, email, is_bot } of accounts) {
      const isProgram = is_bot || isBot(login, email ?? "");
      const place = accountPerson.get(id) ?? add({ id, name: name || login, isBot: isProgram });
      accountPerson.set(id, place);
      if (isProgram || list[place]?.isBot === true) botAccounts.push(id);
    }
    const authors = await db
      .selectFrom("git_authors")
      .select(["id", "name", "email"])
      .where("source_id", "in", [...sources])
      .orderBy("id")
      .execute();
    for (const { id, name, email } of authors) {
      if (authorPerson.has(id)) continue;
      const key = `author:${email.toLowerCase() || name}`;
      authorPerson.set(id, add({ id: key, name, isBot: isBot(name, email) }));
    }
  }
  return {
    list,
    botAccounts,
    ofAccount: (id) => (id === null ? -1 : (accountPerson.get(id) ?? -1)),
    ofAuthor: (id) => authorPerson.get(id) ?? -1,
  };
}
