/** Who is who for search: the same people as on the list of people, in Experts and in Insights. */
import { normalizeProse } from "../../../index/text/normalizeText.ts";
import type { OpenedIndex, OpenedRequests } from "../../../index/OpenedIndex.ts";
import type { Identity } from "../../identities/identities.ts";
import type { KnownPerson } from "../../identities/knownPersons.ts";
import { loginOf } from "../../identities/identityKeys.ts";
import { type PeopleTable, peopleTable } from "../../identities/peopleTable.ts";
import { type FacetColumn, type KnownNames, NO_VALUE, several, single } from "./facetColumns.ts";
import { uniqueLabels } from "./uniqueLabels.ts";
import { memoize } from "../../../memoize.ts";

export interface SearchPerson {
  /** As in Experts; for a person in no history, a key of the list of people, which has a colon. */
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
  /** False for a name that occurs in an issue, a request or a page and belongs to no person of the project. */
  readonly isKnown: boolean;
  /** Seconds since 1970 of the newest thing in a history; 0 for nothing. */
  readonly lastActive: number;
  /** Other names than the first, addresses and logins, each once, as they are written. */
  readonly alsoKnownAs: readonly string[];
  readonly goesBy: KnownNames;
}

/** The people of the search index, and who wrote what: numbers are positions in `people`, or NO_VALUE. */
export interface SearchPeople {
  readonly people: readonly SearchPerson[];
  /** Their names in order, with a distinguishing suffix for names that several people have: all are distinct. */
  readonly labels: readonly string[];
  readonly goesBy: readonly KnownNames[];
  /** By member of the group of commits. */
  readonly commits: readonly Uint32Array[];
  readonly issues: Uint32Array;
  readonly requests: Uint32Array;
  /** Any number for each request, see `FacetColumn`. */
  readonly reviewers: { readonly ids: Uint32Array; readonly starts: Uint32Array };
  readonly pages: Uint32Array;
  /** The position of the person of an account, by the key of its identity. */
  readonly byAccount: ReadonlyMap<string, number>;
}

/** Key of the account that wrote an issue or a page, by its id: only of those whose name alone does not tell. */
export type Writers = ReadonlyMap<string, string>;

/** The people of an index by the rules alone, where no project is known. */
export const peopleOfIndex = memoize((index: OpenedIndex): SearchPeople =>
  searchPeopleOf(index, peopleTable(index), new Map()),
);

const ACCOUNT = "account:";
/** The two forms in which an index names who wrote something: issues and requests by login, pages by name. */
export const WRITTEN_FORMS = ["login", "name"] as const;
export type WrittenForm = (typeof WRITTEN_FORMS)[number];

/** Whose account is meant by a name in a source; several, where one name there is that of several people. */
function byWrittenName(persons: readonly KnownPerson[], form: WrittenForm): Map<string, Map<KnownPerson, string[]>> {
  const result = new Map<string, Map<KnownPerson, string[]>>();
  for (const person of persons) {
    for (const identity of person.identities) {
      const text = identity[form];
      if (!identity.key.startsWith(ACCOUNT) || !text) continue;
      const written = writtenIn(identity.sourceId, text);
      const owners = result.get(written) ?? new Map<KnownPerson, string[]>();
      result.set(written, owners);
      owners.set(person, [...(owners.get(person) ?? []), identity.key]);
    }
  }
  return result;
}

const writtenIn = (source: string, text: string): string => `${source}\n${text}`;

/**
 * Ids of the accounts whose name is that of several people of a source: an index has only the name, and the rows know whose it is.
 */
export function accountsWithSharedName(persons: readonly KnownPerson[], form: WrittenForm): string[] {
  return [...byWrittenName(persons, form).values()].flatMap((owners) =>
    owners.size < 2 ? [] : [...owners.values()].flat().map((key) => key.slice(ACCOUNT.length)),
  );
}

/** The people of a project, who are those of the table, as search knows them. */
export function searchPeopleOf(index: OpenedIndex, table: PeopleTable, writers: Writers): SearchPeople {
  const people: SearchPerson[] = table.people.map((person, at) => ofHistory(person, table.lastActive[at] ?? 0));
  const numbers = new Map<KnownPerson, number>();
  table.people.forEach(({ projectPerson }, at) => {
    if (projectPerson) numbers.set(projectPerson, at);
  });
  for (const person of table.persons) {
    if (numbers.has(person)) continue;
    numbers.set(person, people.length);
    people.push(withoutHistory(person));
  }
  const byAccount = new Map(
    table.persons.flatMap((person) => person.identities.map(({ key }) => [key, numbers.get(person) ?? NO_VALUE])),
  );
  const strangers = new Map<string, number>();
  const stranger = (text: string): number => {
    let number = strangers.get(text);
    if (number === undefined) {
      strangers.set(text, (number = people.length));
      people.push(withNames({ id: text, name: text, isBot: false, isKnown: false, lastActive: 0 }, [text], []));
    }
    return number;
  };

  const authorsOf = (
    form: WrittenForm,
    documents: { readonly values: readonly string[]; readonly ids: Uint32Array } | null,
    idOf: (document: number) => string,
  ): Uint32Array => {
    if (!documents) return new Uint32Array();
    const owners = byWrittenName(table.persons, form);
    const written = documents.values.map((written) => {
      const persons = [...(owners.get(written)?.keys() ?? [])];
      const text = written.slice(written.indexOf("\n") + 1);
      if (persons.length > 1) return { text, number: null };
      const [person] = persons;
      if (person) return { text, number: numbers.get(person) ?? NO_VALUE };
      // An index without the project's persons has no accounts: match by the signature.
      const tablePerson = table.persons.length > 0 ? -1 : table.find({ [form]: text });
      return { text, number: tablePerson >= 0 ? tablePerson : stranger(text) };
    });
    return documents.ids.map((id, document) => {
      const author = written[id];
      if (!author) return NO_VALUE;
      return author.number ?? byAccount.get(writers.get(idOf(document)) ?? "") ?? stranger(author.text);
    });
  };
  const { issues, requests, pages } = index;
  const reviews = requests && reviewedBy(requests);
  const authors = {
    commits: table.histories.map(({ authors }) => new Uint32Array(authors)),
    issues: authorsOf("login", issues && signedIn(issues), (issue) => issues?.table.id(issue) ?? ""),
    requests: authorsOf("login", requests && signedIn(requests), (at) => requests?.table.text(at, "id") ?? ""),
    // Of several accounts with one login an index cannot tell which reviewed.
    reviewers: { ids: authorsOf("login", reviews, () => ""), starts: reviews?.starts ?? new Uint32Array(1) },
    pages: authorsOf("name", pages && signedIn(pages), (page) => pages?.table.id(page) ?? ""),
  };
  return { people, labels: uniqueLabels(people), goesBy: people.map(({ goesBy }) => goesBy), byAccount, ...authors };
}

/** The author of a result: the label of the facet, and the id where it is a person of the project. */
export function authorOf(
  { labels, people }: SearchPeople,
  ids: Uint32Array | undefined,
  document: number,
): { readonly author: string | null; readonly author_id: string | null } {
  const number = ids?.[document] ?? NO_VALUE;
  const person = people[number];
  return { author: labels[number] ?? null, author_id: person?.isKnown ? person.id : null };
}

/** Who reviewed the requests, for the filter of reviewers. */
export const reviewerColumn = ({ labels, goesBy, reviewers }: SearchPeople): FacetColumn => ({
  values: labels,
  ids: [reviewers.ids],
  starts: [reviewers.starts],
  knownNames: goesBy,
});

/** The facet of who wrote the documents of some members, who are the same people in every kind. */
export const authorColumn = ({ labels, goesBy }: SearchPeople, ids: readonly Uint32Array[]): FacetColumn => ({
  values: labels,
  ids,
  starts: null,
  knownNames: goesBy,
});

interface SignedPart {
  readonly table: {
    readonly length: number;
    source(document: number): string;
    author(document: number): string | null;
  };
}

/** Names as in an opened segment, each with its source; they do not depend on which people are merged. */
const signedIn = memoize(({ table }: SignedPart) =>
  single(table.length, (document) => {
    const author = table.author(document);
    return author ? writtenIn(table.source(document), author) : "";
  }),
);

/** Who reviewed each request or was asked to, in the same form. */
const reviewedBy = memoize(({ table }: OpenedRequests) =>
  several(table.length, (request) => table.reviewers(request).map((login) => writtenIn(table.source(request), login))),
);

function ofHistory(
  { id, name, isBot, signatures, emails, logins, projectPerson }: Identity,
  lastActive: number,
): SearchPerson {
  const identities = projectPerson?.identities ?? [];
  return withNames(
    { id, name, isBot, isKnown: true, lastActive },
    [...signatures.map((signature) => signature.name), ...identities.flatMap(namesOf), ...logins],
    [...signatures.map(({ email }) => email), ...emails, ...identities.flatMap(addressesOf)],
  );
}

function withoutHistory({ name, isBot, identities }: KnownPerson): SearchPerson {
  return withNames(
    { id: identities[0]?.key ?? "", name, isBot, isKnown: true, lastActive: 0 },
    identities.flatMap(namesOf),
    identities.flatMap(addressesOf),
  );
}

type Own = KnownPerson["identities"][number];
const namesOf = ({ name, login, canonical }: Own): string[] => [name, canonical.name ?? "", login ?? ""];
const addressesOf = ({ email, canonical }: Own): string[] => [email ?? "", canonical.email ?? ""];

function withNames(
  person: Pick<SearchPerson, "id" | "name" | "isBot" | "isKnown" | "lastActive">,
  names: readonly string[],
  emails: readonly string[],
): SearchPerson {
  const addresses = once(emails.map((email) => email.toLowerCase()));
  const shown = addresses.filter((address) => address.includes("@") && loginOf(address) === null);
  const logins = addresses.flatMap((address) => loginOf(address) ?? []);
  const beforeAt = shown.map((address) => address.slice(0, address.lastIndexOf("@")));
  return {
    ...person,
    alsoKnownAs: once([...shown, ...names, ...logins]).filter((text) => text !== person.name),
    goesBy: {
      names: once([person.name, ...names, ...logins, ...beforeAt].map(normalizeProse)),
      addresses: addresses.map(normalizeProse),
    },
  };
}

const once = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== "");
