import type { Selectable } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import type { AccountsTable } from "../../schema/trackerSchema.ts";

/** An account at a host. */
export type AccountRow = Selectable<AccountsTable>;

/** Accounts at hosts, in no order. */
export async function listAccountsByIds(db: Db, ids: readonly string[]): Promise<AccountRow[]> {
  return db.selectFrom("accounts").selectAll().where("id", "=", anyOf(ids)).execute();
}

/** @param logins in lower case */
export async function listAccountsByLogins(db: Db, projectId: string, logins: readonly string[]) {
  return db
    .selectFrom("accounts")
    .innerJoin("sources", "sources.id", "accounts.source_id")
    .select(["accounts.id", "accounts.login", "accounts.name", "accounts.email"])
    .where("sources.project_id", "=", projectId)
    .where((where) => where(where.fn<string>("lower", ["accounts.login"]), "=", anyOf(logins)))
    .execute();
}

/**
 * Accounts of the project's sources with what identifies a person, in a stable order.
 * @param ids only these; all if left out
 */
export async function listProjectAccounts(db: Db, projectId: string, ids?: readonly string[]) {
  return db
    .selectFrom("accounts")
    .innerJoin("sources", "sources.id", "accounts.source_id")
    .select([
      "accounts.id",
      "accounts.source_id",
      "accounts.external_id",
      "accounts.name",
      "accounts.email",
      "accounts.login",
      "accounts.is_bot",
      "sources.provider",
    ])
    .where("sources.project_id", "=", projectId)
    .$if(ids !== undefined, (query) => query.where("accounts.id", "=", anyOf(ids ?? [])))
    .orderBy("accounts.id")
    .execute();
}

/** These accounts with their avatar and how many open issues of the project are assigned to each, by id. */
export async function listAccountsWithLoad(db: Db, projectId: string, ids: readonly string[]) {
  return db
    .selectFrom("accounts")
    .select(["accounts.id", "accounts.avatar_url"])
    .select((select) =>
      select
        .selectFrom("issue_assignees")
        .innerJoin("issues", "issues.id", "issue_assignees.issue_id")
        .select((count) => count.fn.countAll<number>().as("open"))
        .whereRef("issue_assignees.account_id", "=", "accounts.id")
        .where("issues.state", "=", "open")
        .where("issues.project_id", "=", projectId)
        .as("open"),
    )
    .where("accounts.id", "=", anyOf(ids))
    .orderBy("accounts.id")
    .execute();
}

/** Those of these accounts that exist, locked so that they stay until the end of the transaction. */
export async function lockAccounts(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom("accounts").select("id").where("id", "=", anyOf(ids)).forKeyShare().execute();
  return rows.map(({ id }) => id);
}
