import { isProgram } from "../../../contract/programs.ts";
import type { Db } from "../../db/openDb.ts";
import { accountAs, keysOfKnown, loginOf } from "./identities.ts";

/** An account at a host, or an author of commits. */
export interface KnownIdentity {
  readonly key: string;
  readonly name: string;
  readonly email: string | null;
  readonly login: string | null;
  readonly isBot: boolean;
  /** By the rule that Experts goes by as well. */
  readonly marks: readonly string[];
}

/** Everything under which somebody is known in a project. */
export async function identitiesOf(db: Db, projectId: string): Promise<KnownIdentity[]> {
  const accounts = await db
    .selectFrom("people")
    .innerJoin("sources", "sources.id", "people.source_id")
    .select([
      "people.id",
      "people.external_id",
      "people.name",
      "people.email",
      "people.login",
      "people.is_bot",
      "sources.provider",
    ])
    .where("sources.project_id", "=", projectId)
    .execute();
  const authors = await db
    .selectFrom("git_authors")
    .innerJoin("sources", "sources.id", "git_authors.source_id")
    .select(["git_authors.id", "git_authors.name", "git_authors.email"])
    .where("sources.project_id", "=", projectId)
    .execute();
  return [
    ...accounts.map(({ id, is_bot, ...account }) => ({
      key: `account:${id}`,
      name: account.name,
      email: account.email,
      login: account.login,
      isBot: is_bot,
      marks: keysOfKnown(accountAs(account)),
    })),
    ...authors.map(({ id, name, email }) => ({
      key: `author:${id}`,
      name,
      email,
      login: loginOf(email),
      isBot: isProgram(name, email),
      marks: keysOfKnown({ name, email }),
    })),
  ];
}
