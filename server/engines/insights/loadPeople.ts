import { isProgram } from "../../../contract/programs.ts";
import { createHash } from "node:crypto";
import type { Db } from "../../db/openDb.ts";
import { loginOf } from "../experts/identities.ts";
import { joinByMarks } from "../experts/joinByMarks.ts";
import type { NameAndEmail } from "../experts/mailmap.ts";
import type { FactPerson } from "./facts.ts";

export interface People {
  readonly list: readonly FactPerson[];
  /** The same as long as nobody came, went, was joined or renamed. */
  readonly print: string;
  /** Place of whom an account at a host belongs to; -1 for nobody. */
  ofAccount(id: string | null): number;
  /** The same for an author of commits, by the row. */
  ofAuthor(id: number): number;
  /** The same for an author as a history writes it; -1 for somebody whom the rows do not know. */
  ofSignature(signature: NameAndEmail): number;
}

export interface PeopleOptions {
  readonly db: Db;
  readonly projectId: string;
  /** Ids of the project's sources. */
  readonly sources: readonly string[];
  /** The `.mailmap` of the repositories. */
  readonly canonical: (person: NameAndEmail) => NameAndEmail;
}

interface Known {
  readonly key: string;
  readonly name: string;
  readonly marks: readonly string[];
  readonly isBot: boolean;
}

/**
 * The people of a project, told apart by what can be looked up: the address of a commit after the `.mailmap`, capitals aside; an account at
 * a host, with the no-reply address that names it and the address that the host tells; and what somebody put together by hand, which
 * wins. Names alone join nobody here, so that a count of people can be made again from the history itself. Whoever is a program by the
 * host's word, by name or by address under one of their names counts as one.
 */
export async function loadPeople({ db, projectId, sources, canonical }: PeopleOptions): Promise<People> {
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
  const settled = new Map(
    identities.map(({ person_id, account_id, author_id }) => [
      account_id === null ? authorKey(author_id ?? 0) : accountKey(account_id),
      person_id,
    ]),
  );
  const known: Known[] = [];
  const signatures = new Map<string, string>();
  if (sources.length > 0) {
    const accounts = await db
      .selectFrom("people")
      .select(["id", "name", "login", "email", "is_bot"])
      .where("source_id", "in", [...sources])
      .orderBy("id")
      .execute();
    for (const { id, name, login, email, is_bot } of accounts) {
      known.push({
        key: accountKey(id),
        name: name || login,
        marks: [...addressMarks(canonical({ name, email: email ?? "" }).email), ...(login ? [loginMark(login)] : [])],
        isBot: is_bot || isProgram(login, email ?? ""),
      });
    }
    const authors = await db
      .selectFrom("git_authors")
      .select(["id", "name", "email"])
      .where("source_id", "in", [...sources])
      .orderBy("id")
      .execute();
    for (const { id, name, email } of authors) {
      const proper = canonical({ name, email });
      const marks = addressMarks(proper.email);
      known.push({
        key: authorKey(id),
        name: proper.name || proper.email,
        // Without any address there is but the name.
        marks: marks.length > 0 ? marks : [`name ${proper.name}`],
        isBot: isProgram(name, email) || isProgram(proper.name, proper.email),
      });
      signatures.set(signatureOf({ name, email }), authorKey(id));
    }
  }
  const { list, placeOf } = joined(known, settled, persons);
  const at = (key: string | undefined): number => (key === undefined ? -1 : (placeOf.get(key) ?? -1));
  return {
    list,
    print: createHash("sha256")
      .update(JSON.stringify([list, [...placeOf], [...signatures]]))
      .digest("base64url"),
    ofAccount: (id) => (id === null ? -1 : at(accountKey(id))),
    ofAuthor: (id) => at(authorKey(id)),
    ofSignature: (signature) => at(signatures.get(signatureOf(signature))),
  };
}

const accountKey = (id: string): string => `account:${id}`;
const authorKey = (id: number): string => `author:${id}`;
const signatureOf = ({ name, email }: NameAndEmail): string => `${name}\n${email.toLowerCase()}`;
const loginMark = (login: string): string => `login ${login.toLowerCase()}`;

function addressMarks(email: string): string[] {
  if (email.trim() === "") return [];
  const login = loginOf(email);
  return [login === null ? `@${email.trim().toLowerCase()}` : loginMark(login)];
}

/** Those put together by hand have the hand's mark and no other. */
function joined(
  known: readonly Known[],
  settled: ReadonlyMap<string, string>,
  persons: readonly { readonly id: string; readonly name: string; readonly is_bot: boolean }[],
): { list: FactPerson[]; placeOf: ReadonlyMap<string, number> } {
  const groups = joinByMarks(known, ({ key, marks }) => {
    const person = settled.get(key);
    return person === undefined ? marks : [`person ${person}`];
  });
  const byHand = new Map(persons.map((person) => [person.id, person]));
  const list: FactPerson[] = [];
  const placeOf = new Map<string, number>();
  for (const own of groups) {
    const hand = byHand.get(settled.get(own[0]?.key ?? "") ?? "");
    for (const { key } of own) placeOf.set(key, list.length);
    list.push(
      hand
        ? { id: hand.id, name: hand.name, isBot: hand.is_bot }
        : {
            id: idOf(own.flatMap(({ marks }) => marks)),
            name: own.reduce((best, { name }) => (name.length > best.length ? name : best), ""),
            isBot: own.some((one) => one.isBot),
          },
    );
  }
  return { list, placeOf };
}

/** Stands in addresses of pages, so it names nobody; the same as long as the person's first mark is. */
const idOf = (marks: readonly string[]): string =>
  createHash("sha256")
    .update([...marks].sort()[0] ?? "")
    .digest("hex")
    .slice(0, 16);
