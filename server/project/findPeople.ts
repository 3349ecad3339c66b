import type { Person } from "../../contract/fieldSchemas.ts";
import type { Db } from "../db/openDb.ts";
import { type AccountRow, listAccountsByIds } from "../db/tables/accounts/accounts.ts";

/** Accounts as people, by id. */
export async function findPeople(db: Db, ids: readonly (string | null)[]): Promise<Map<string, Person>> {
  const accountIds = [...new Set(ids.filter((id) => id !== null))];
  if (accountIds.length === 0) return new Map();
  const rows = await listAccountsByIds(db, accountIds);
  return new Map(rows.map((row) => [row.id, presentPerson(row)]));
}

const presentPerson = ({ id, name, email, avatar_url }: AccountRow): Person => ({
  id,
  name,
  email,
  avatar_url,
});
