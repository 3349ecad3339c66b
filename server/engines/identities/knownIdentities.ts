import { isBotAccount } from "../../isBotAccount.ts";
import type { AccountsTable } from "../../db/schema/trackerSchema.ts";
import { type NameAndEmail, parseMailmaps } from "./mailmap.ts";
import { type IdentityTraits, traitsOfAccount, identityKeys, loginOf, applyMailmap } from "./identityKeys.ts";

/** An account at a host, or an author of commits, as in the sources of a project. */
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

type Account = Pick<AccountsTable, "id" | "source_id" | "external_id" | "name" | "email" | "login" | "is_bot"> & {
  /** The service whose accounts several hosts share; null for an account of one host. */
  readonly service: string | null;
};

/** What is stored of the identities of a project. */
export interface IdentityRows {
  readonly accounts: readonly Account[];
  readonly authors: readonly (NameAndEmail & { readonly id: number; readonly source_id: string })[];
  /** Contents of the `.mailmap` files of all repositories. */
  readonly mailmaps: readonly string[];
}

/** All identities of a project in the order of the rows: accounts, then authors. */
export function identitiesOf({ accounts, authors, mailmaps }: IdentityRows): KnownIdentity[] {
  const canonical = parseMailmaps(mailmaps);
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
