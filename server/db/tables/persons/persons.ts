import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { PersonIdentitiesTable, PersonsTable } from "../../schema/personSchema.ts";

/** An identity of a stored person: exactly one of the two ids is set. */
export interface PersonIdentityRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly is_bot: boolean;
  readonly is_settled: boolean;
  readonly account_id: string | null;
  readonly author_id: number | null;
}

const identities = (db: Db, projectId: string) =>
  db
    .selectFrom("person_identities")
    .innerJoin("persons", "persons.id", "person_identities.person_id")
    .select([
      "persons.id",
      "persons.name",
      "persons.email",
      "persons.is_bot",
      "persons.is_settled",
      "account_id",
      "author_id",
    ])
    .where("persons.project_id", "=", projectId);

/** The identities of all stored persons of a project; `id` is the person's. */
export const listPersonIdentities = (db: Db, projectId: string): Promise<PersonIdentityRow[]> =>
  identities(db, projectId).execute();

/** The same, of those persons that a user merged or split. */
export const listSettledIdentities = (db: Db, projectId: string): Promise<PersonIdentityRow[]> =>
  identities(db, projectId).where("persons.is_settled", "=", true).execute();

export async function insertPerson(db: Db, person: Insertable<PersonsTable>): Promise<void> {
  await db.insertInto("persons").values(person).execute();
}

export async function insertPersonIdentities(
  db: Db,
  identities: readonly Insertable<PersonIdentitiesTable>[],
): Promise<void> {
  await insertRows(db, "person_identities", identities);
}

/** Deletes persons with their identities. @returns how many there were */
export async function deletePersons(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await db
    .deleteFrom("persons")
    .where("id", "in", [...ids])
    .returning("id")
    .execute();
  return gone.length;
}
