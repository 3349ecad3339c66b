import type { Db } from "../../db/openDb.ts";
import { listItemsWrittenBy } from "../../db/tables/issues/issues.ts";
import { accountKey } from "../../engines/identities/knownIdentities.ts";
import type { KnownPerson } from "../../engines/identities/knownPersons.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import { loadPersons } from "../../project/loadPersons.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import {
  type SearchPeople,
  WRITTEN_FORMS,
  type Writers,
  accountsWithSharedName,
  searchPeopleOf,
} from "../../engines/search/collections/searchPeople.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";

const peopleCache = new WeakMap<PeopleTable, Promise<SearchPeople>>();
/** What was computed last for an index: a search over thousands asks for each of them three times. */
const resolvedPeople = new WeakMap<
  OpenedIndex,
  { readonly projectId: string; readonly stamp: string; readonly people: SearchPeople }
>();

/**
 * The people of a project, computed again only when they have changed.
 * @param stamp of the project's state, which changes with them
 */
export async function peopleForSearch(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  stamp: string,
): Promise<SearchPeople> {
  const table = await projectPeople(db, projectId, index, stamp);
  let people = peopleCache.get(table);
  if (!people) {
    people = writersOfShared(db, projectId, table.persons).then((writers) => searchPeopleOf(index, table, writers));
    peopleCache.set(table, people);
    people.catch(() => peopleCache.delete(table));
  }
  const resolved = await people;
  resolvedPeople.set(index, { projectId, stamp, people: resolved });
  return resolved;
}

/** The same where nothing has to be read; null otherwise. */
export function knownPeopleForSearch(projectId: string, index: OpenedIndex, stamp: string): SearchPeople | null {
  const resolved = resolvedPeople.get(index);
  return resolved?.projectId === projectId && resolved.stamp === stamp ? resolved.people : null;
}

/** The rows that the people of a project are made of, for a thread without a database. */
export async function loadSearchPeople(
  db: Db,
  projectId: string,
): Promise<{ readonly persons: readonly KnownPerson[]; readonly writers: Writers }> {
  const persons = await loadPersons(db, projectId);
  return { persons, writers: await writersOfShared(db, projectId, persons) };
}

async function writersOfShared(db: Db, projectId: string, persons: readonly KnownPerson[]): Promise<Writers> {
  const writers = new Map<string, string>();
  for (const form of WRITTEN_FORMS) {
    const accounts = accountsWithSharedName(persons, form);
    if (accounts.length === 0) continue;
    for (const table of form === "login" ? (["issues", "change_requests"] as const) : (["pages"] as const)) {
      const rows = await listItemsWrittenBy(db, table, projectId, accounts);
      for (const { id, author_id } of rows) if (author_id !== null) writers.set(id, accountKey(author_id));
    }
  }
  return writers;
}
