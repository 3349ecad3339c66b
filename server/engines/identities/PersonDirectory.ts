/** All people of a project, with and without a history, and how an address names one of them. */
import { nameInAddress, partsOfPersonAddress, shortPersonId } from "../../../contract/addresses/personAddress.ts";
import { memoize } from "../../memoize.ts";
import { type IdentityTraits, loginOf } from "./identityKeys.ts";
import type { KnownIdentity } from "./knownIdentities.ts";
import type { KnownPerson } from "./knownPersons.ts";
import type { PeopleTable } from "./peopleTable.ts";

export interface DirectoryPerson {
  /** As in Experts; for a person in no history, the key of their first identity, as in search. */
  readonly id: string;
  /** Position in the table of people; -1 for a person in no history. */
  readonly number: number;
  readonly name: string;
  readonly isBot: boolean;
  readonly isSettled: boolean;
  /** Ids of their accounts at hosts, and of their signatures in `git_authors`. */
  readonly accounts: readonly string[];
  readonly authors: readonly number[];
  /** As they are written, each once, without `name`. */
  readonly otherNames: readonly string[];
  /** In lower case, without those of hosts that hide the real one. */
  readonly emails: readonly string[];
  readonly logins: readonly string[];
}

const MAX_CANDIDATES = 10;

export class PersonDirectory {
  readonly people: readonly DirectoryPerson[];
  readonly #byId = new Map<string, DirectoryPerson>();
  readonly #byShortId = new Map<string, Set<DirectoryPerson>>();
  readonly #byName = new Map<string, Set<DirectoryPerson>>();

  constructor(table: PeopleTable) {
    const inHistory = new Set(table.people.map(({ projectPerson }) => projectPerson));
    this.people = [
      ...table.people.map((identity, number) =>
        directoryPerson(
          identity.projectPerson,
          { id: identity.id, number, name: identity.name, isBot: identity.isBot },
          [...identity.signatures, ...[...identity.logins].map((login) => ({ login }))],
        ),
      ),
      ...table.persons
        .filter((person) => !inHistory.has(person))
        .map((person) =>
          directoryPerson(
            person,
            { id: person.identities[0]?.key ?? "", number: -1, name: person.name, isBot: person.isBot },
            [],
          ),
        ),
    ];
    for (const person of this.people) {
      const keys = [...person.accounts.map((id) => `account:${id}`), ...person.authors.map((id) => `author:${id}`)];
      for (const id of [person.id, ...keys, ...person.accounts]) {
        this.#byId.set(id, person);
        addTo(this.#byShortId, shortPersonId(id).toLowerCase(), person);
      }
      for (const name of [person.name, ...person.otherNames, ...person.logins])
        addTo(this.#byName, nameInAddress(name), person);
    }
  }

  /** The person with this id, or with this account or key of an identity. */
  withId(id: string): DirectoryPerson | null {
    return this.#byId.get(id) ?? null;
  }

  /** The person at a position of the table. */
  at(number: number): DirectoryPerson | null {
    return this.people[number] ?? null;
  }

  /**
   * Whom an address names: an id, a name with a short id, or a name or login that one person has. An id changes when a person gets other
   * addresses; a link with the old one leads to the only person of that name.
   */
  find(address: string): DirectoryPerson | null {
    const exact = this.withId(address);
    if (exact) return exact;
    const { name, shortId } = partsOfPersonAddress(address);
    const sameId = [...(this.#byShortId.get(shortId) ?? [])];
    const sameName = this.#byName.get(name);
    return (
      only(sameId) ??
      only(sameId.filter((person) => sameName?.has(person))) ??
      only([...(this.#byName.get(nameInAddress(address)) ?? [])]) ??
      (sameId.length === 0 ? only([...(sameName ?? [])]) : null)
    );
  }

  /** People who have a word of the address in one of their names, those with more of them first. */
  similar(address: string): DirectoryPerson[] {
    const words = nameInAddress(address)
      .split("-")
      .filter((word) => word.length > 1);
    const score = ({ name, otherNames, logins }: DirectoryPerson): number => {
      const nameParts = new Set([name, ...otherNames, ...logins].flatMap((text) => nameInAddress(text).split("-")));
      return words.filter((word) => nameParts.has(word)).length;
    };
    return this.people
      .filter(({ isBot }) => !isBot)
      .map((person) => ({ person, score: score(person) }))
      .filter((candidate) => candidate.score > 0)
      .sort((a, b) => b.score - a.score || a.person.name.localeCompare(b.person.name))
      .slice(0, MAX_CANDIDATES)
      .map(({ person }) => person);
  }
}

/** Made once for each table of people. */
export const personDirectory = memoize((table: PeopleTable) => new PersonDirectory(table));

const only = <T>(matches: readonly T[]): T | null => (matches.length === 1 ? (matches[0] ?? null) : null);

function addTo(map: Map<string, Set<DirectoryPerson>>, key: string, person: DirectoryPerson): void {
  if (key === "") return;
  const namesakes = map.get(key);
  if (namesakes) namesakes.add(person);
  else map.set(key, new Set([person]));
}

function directoryPerson(
  projectPerson: KnownPerson | null,
  shown: Pick<DirectoryPerson, "id" | "number" | "name" | "isBot">,
  signatures: readonly IdentityTraits[],
): DirectoryPerson {
  const identities: readonly KnownIdentity[] = projectPerson?.identities ?? [];
  const traits = [...signatures, ...identities, ...identities.map(({ canonical }) => canonical)];
  const emails = once(traits.map(({ email }) => email?.toLowerCase()));
  const idsOf = (kind: string): string[] =>
    identities.flatMap(({ key }) => (key.startsWith(kind) ? [key.slice(kind.length)] : []));
  return {
    ...shown,
    isSettled: projectPerson?.manualMerge != null,
    accounts: idsOf("account:"),
    authors: idsOf("author:").map(Number),
    otherNames: once(traits.map(({ name }) => name?.trim())).filter((name) => name !== shown.name),
    emails: emails.filter((email) => email.includes("@") && loginOf(email) === null),
    logins: once([...traits.map(({ login }) => login?.toLowerCase()), ...emails.map(loginOf)]),
  };
}

const once = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text || [])),
];
