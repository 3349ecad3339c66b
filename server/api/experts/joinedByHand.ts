import { createHash } from "node:crypto";
import type { Db } from "../../db/openDb.ts";
import { type KnownAs, accountAs, keysOfKnown } from "../../engines/experts/identities.ts";
import type { HandMade } from "../../engines/experts/peopleTable.ts";

/**
 * The people of a project that somebody put together, or set apart, by hand: all accounts and commit addresses of each. Beside them the
 * accounts whose address, login and name may tie different aliases to one person.
 */
export async function joinedByHand(db: Db, projectId: string): Promise<HandMade> {
  const rows = await db
    .selectFrom("person_identities")
    .innerJoin("persons", "persons.id", "person_identities.person_id")
    .leftJoin("people", "people.id", "person_identities.account_id")
    .leftJoin("git_authors", "git_authors.id", "person_identities.author_id")
    .leftJoin("sources", "sources.id", "people.source_id")
    .select([
      "persons.id",
      "person_identities.account_id",
      "sources.provider",
      "people.external_id",
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
  for (const { id, provider, external_id, login, account_name: name, account_email: email, ...row } of rows) {
    const group = groups.get(id) ?? [];
    groups.set(id, group);
    const isAccount = provider !== null && external_id !== null && login !== null && name !== null;
    group.push(
      isAccount
        ? accountAs({ provider, external_id, login, name, email })
        : { name: row.author_name, email: row.author_email },
    );
  }
  const settled = new Set(rows.map(({ account_id }) => account_id));
  const joined = [...groups.values()];
  const accounts = (await projectAccounts(db, projectId)).flatMap((account) => {
    const known = accountAs(account);
    return settled.has(account.id) || new Set(keysOfKnown(known)).size < 2 ? [] : [known];
  });
  const stamp =
    joined.length + accounts.length === 0
      ? ""
      : createHash("sha256")
          .update(JSON.stringify([joined, accounts]))
          .digest("base64url");
  return { stamp, groups: joined, accounts };
}

const projectAccounts = (db: Db, projectId: string) =>
  db
    .selectFrom("people")
    .innerJoin("sources", "sources.id", "people.source_id")
    .select(["people.id", "people.external_id", "people.login", "people.name", "people.email", "sources.provider"])
    .where("sources.project_id", "=", projectId)
    // A login alone ties nothing, and most accounts tell no more.
    .where((is) => is.or([is("people.email", "is not", null), is("people.name", "!=", is.ref("people.login"))]))
    .orderBy("people.id")
    .execute();
