/** Accounts of one source as its sync stores them (the table `accounts`), and the persons whose identities they are. */
import { type Insertable, sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { AccountsTable } from "../../schema/trackerSchema.ts";

/** Every column that names an account for something it did. */
export const NAMING_COLUMNS = [
  ["issues", "author_id"],
  ["issue_assignees", "account_id"],
  ["issue_comments", "author_id"],
  ["issue_events", "actor_id"],
  ["change_requests", "author_id"],
  ["change_requests", "merged_by_id"],
  ["request_reviews", "account_id"],
  ["request_accounts", "account_id"],
  ["request_comments", "author_id"],
  ["request_events", "actor_id"],
  ["pages", "author_id"],
  ["page_versions", "author_id"],
  ["page_comments", "author_id"],
  ["releases", "author_id"],
] as const;

/** Stores accounts by the provider's id: one that is stored keeps its own id and gets everything else. */
export async function upsertAccounts(db: Db, rows: readonly Insertable<AccountsTable>[]): Promise<void> {
  await insertRows(db, "accounts", rows, {
    onConflict: {
      columns: ["source_id", "external_id"],
      update: ["login", "name", "email", "avatar_url", "is_bot"],
    },
  });
}

export const listAccountIds = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("accounts")
    .select(["id", "external_id"])
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();

/** Accounts of a source that no stored item names. */
export async function listUnnamedAccounts(db: Db, sourceId: string): Promise<{ id: string; external_id: string }[]> {
  const isNamed = NAMING_COLUMNS.map(
    ([table, column]) => sql`exists (select 1 from ${sql.table(table)} n where n.${sql.ref(column)} = p.id)`,
  );
  const { rows } = await sql<{ id: string; external_id: string }>`
    select p.id, p.external_id from accounts p
    where p.source_id = ${sourceId} and not (${sql.join(isNamed, sql` or `)})`.execute(db);
  return rows;
}

export async function deleteAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("accounts")
    .where("id", "in", [...ids])
    .execute();
}

/** Ids of the persons to whom these accounts belong. */
export async function listPersonsOfAccounts(db: Db, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("person_identities")
    .select("person_id")
    .distinct()
    .where("account_id", "in", [...accountIds])
    .execute();
  return rows.map((row) => row.person_id);
}

/** The addresses of each identity of these persons. */
export const listIdentityEmails = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom("person_identities")
    .leftJoin("accounts", "accounts.id", "person_identities.account_id")
    .leftJoin("git_authors", "git_authors.id", "person_identities.author_id")
    .select(["person_identities.person_id", "accounts.email as account_email", "git_authors.email as author_email"])
    .where("person_identities.person_id", "in", [...personIds])
    .execute();

/** Deletes persons with the merges that they were kept by. */
export async function deletePersonsWithMerges(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("person_merges")
    .where("kept_id", "in", [...ids])
    .execute();
  await db
    .deleteFrom("persons")
    .where("id", "in", [...ids])
    .execute();
}

/** Takes the address from a person who has another one than these. */
export async function clearPersonEmail(db: Db, id: string, emails: readonly string[]): Promise<void> {
  await db
    .updateTable("persons")
    .set({ email: null })
    .where("id", "=", id)
    .where("email", "not in", ["", ...emails])
    .execute();
}
