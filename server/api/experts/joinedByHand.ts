import { createHash } from "node:crypto";
import type { Db } from "../../db/openDb.ts";
import type { KnownAs } from "../../engines/experts/identities.ts";
import type { HandMade } from "../../engines/experts/peopleTable.ts";

/** The people of a project that somebody put together, or set apart, by hand: all accounts and commit addresses of each. */
export async function joinedByHand(db: Db, projectId: string): Promise<HandMade> {
  const rows = await db
    .selectFrom("person_identities")
    .innerJoin("persons", "persons.id", "person_identities.person_id")
    .leftJoin("people", "people.id", "person_identities.account_id")
    .leftJoin("git_authors", "git_authors.id", "person_identities.author_id")
    .select([
      "persons.id",
      "people.login",
      "people.name as account_name",
      "people.email as account_email",
      "git_authors.name as author_name",
      "git_authors.email as author_email",
    ])
    .where("person_identities.project_id", "=", projectId)
    .where("persons.is_settled", "=", true)
    .orderBy("persons.id")
    .orderBy("person_identities.id")
    .execute();
  const groups = new Map<string, KnownAs[]>();
  for (const { id, login, ...row } of rows) {
    const group = groups.get(id) ?? [];
    groups.set(id, group);
    group.push({ login, name: row.account_name ?? row.author_name, email: row.account_email ?? row.author_email });
  }
  const joined = [...groups.values()];
  const stamp = joined.length === 0 ? "" : createHash("sha256").update(JSON.stringify(joined)).digest("base64url");
  return { stamp, groups: joined };
}
