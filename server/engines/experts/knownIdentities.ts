import { isBotAccount } from "../../../contract/bots.ts";
import type { Db } from "../../db/openDb.ts";
import { type NameAndEmail, parseMailmaps } from "./mailmap.ts";
import { type IdentityTraits, traitsOfAccount, identityKeys, loginOf, applyMailmap } from "./identityKeys.ts";

/** An account at a host, or an author of commits, as they stand in the sources of a project. */
export interface KnownIdentity {
  /** `account:<id>` or `author:<id>`. */
  readonly key: string;
  readonly sourceId: string;
  readonly name: string;
  readonly email: string | null;
  readonly login: string | null;
  readonly isBot: boolean;
  /** After the `.mailmap` of the repositories. */
  readonly canonical: IdentityTraits;
  /** What others have in common with it, of `canonical`. */
  readonly keys: readonly string[];
}

/** All identities of a project in a stable order: accounts, then authors. */
export async function identitiesOf(db: Db, projectId: string): Promise<KnownIdentity[]> {
  const canonical = await mailmapOfProject(db, projectId);
  const accounts = await db
    .selectFrom("people")
    .innerJoin("sources", "sources.id", "people.source_id")
    .select([
      "people.id",
      "people.source_id",
      "people.external_id",
      "people.name",
      "people.email",
      "people.login",
      "people.is_bot",
      "sources.provider",
    ])
    .where("sources.project_id", "=", projectId)
    .orderBy("people.id")
    .execute();
  const authors = await db
    .selectFrom("git_authors")
    .innerJoin("sources", "sources.id", "git_authors.source_id")
    .select(["git_authors.id", "git_authors.source_id", "git_authors.name", "git_authors.email"])
    .where("sources.project_id", "=", projectId)
    .orderBy("git_authors.id")
    .execute();
  return [
    ...accounts.map(({ id, source_id, is_bot, ...account }) => {
      const proper = applyMailmap(traitsOfAccount(account), canonical);
      return {
        key: accountKey(id),
        sourceId: source_id,
        name: account.name,
        email: account.email,
        login: account.login,
        isBot: is_bot || isBotAccount(account.login, account.email ?? ""),
        canonical: proper,
        keys: identityKeys(proper),
      };
    }),
    ...authors.map(({ id, source_id, name, email }) => {
      const proper = canonical({ name, email });
      return {
        key: authorKey(id),
        sourceId: source_id,
        name,
        email,
        login: loginOf(email),
        isBot: isBotAccount(name, email) || isBotAccount(proper.name, proper.email),
        canonical: proper,
        keys: identityKeys(proper),
      };
    }),
  ];
}

export const accountKey = (id: string): string => `account:${id}`;
export const authorKey = (id: number): string => `author:${id}`;

/** What the `.mailmap` files of all repositories of a project say together, as they were at the last sync. */
async function mailmapOfProject(db: Db, projectId: string): Promise<(person: NameAndEmail) => NameAndEmail> {
  const rows = await db
    .selectFrom("mailmaps")
    .innerJoin("sources", "sources.id", "mailmaps.source_id")
    .select("mailmaps.content")
    .where("sources.project_id", "=", projectId)
    .where("mailmaps.content", "!=", "")
    .orderBy("sources.id")
    .execute();
  return parseMailmaps(rows.map(({ content }) => content));
}
