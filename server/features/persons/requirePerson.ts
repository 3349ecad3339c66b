import type { Db } from "../../db/openDb.ts";
import {
  type DirectoryPerson,
  type PersonDirectory,
  personDirectory,
} from "../../engines/identities/PersonDirectory.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import { NotFound } from "../../errors.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { message } from "../../messages/messages.ts";
import { projectPeople } from "../../project/projectPeople.ts";

/** A person with the people of their project. */
export interface FoundPerson {
  readonly person: DirectoryPerson;
  readonly directory: PersonDirectory;
  readonly table: PeopleTable;
}

/** @param address an id, or the name in the address of the person's page. @throws NotFound */
export async function requirePerson(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  address: string,
): Promise<FoundPerson> {
  const table = await projectPeople(db, projectId, index);
  const directory = personDirectory(table);
  const person = directory.find(address);
  if (!person) throw new NotFound(message("person.not_found"));
  return { person, directory, table };
}
