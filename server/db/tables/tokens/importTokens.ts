/** Tokens that import into one custom source. */
import type { Insertable } from "kysely";
import type { ImportTokensTable } from "../../schema/importSchema.ts";
import type { Db } from "../../openDb.ts";
import { ownerMaySignIn } from "../directory/ssoAccounts.ts";
import { PRINCIPAL_COLUMNS } from "../accounts/users.ts";

/** Newest first, with the name of the user who made each. */
export const listImportTokens = (db: Db, sourceId: string) =>
  db
    .selectFrom("import_tokens")
    .innerJoin("users", "users.id", "import_tokens.user_id")
    .select([
      "import_tokens.id",
      "import_tokens.name",
      "import_tokens.preview",
      "import_tokens.last_used_at",
      "import_tokens.created_at",
      "users.name as created_by",
    ])
    .where("import_tokens.source_id", "=", sourceId)
    .orderBy("import_tokens.created_at", "desc")
    .orderBy("import_tokens.id", "desc")
    .execute();

export async function insertImportToken(db: Db, token: Insertable<ImportTokensTable>): Promise<void> {
  await db.insertInto("import_tokens").values(token).execute();
}

/** @returns the source of a token; undefined when there is no such token */
export async function findSourceOfImportToken(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("import_tokens").select("source_id").where("id", "=", id).executeTakeFirst();
  return row?.source_id;
}

/** @returns the deleted token's name */
export const deleteImportToken = (db: Db, sourceId: string, id: string) =>
  db
    .deleteFrom("import_tokens")
    .where("source_id", "=", sourceId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();

export async function deleteImportTokensOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("import_tokens").where("user_id", "=", userId).execute();
}

/** A token by its hash whose maker could sign in now, with the maker and the maker's company. */
export const findImportTokenPrincipal = (db: Db, hash: string) =>
  db
    .selectFrom("import_tokens")
    .innerJoin("users", "users.id", "import_tokens.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "import_tokens.id as token_id",
      "import_tokens.source_id",
      "import_tokens.last_used_at",
      "import_tokens.created_at",
      ...PRINCIPAL_COLUMNS,
    ])
    .where("import_tokens.token_hash", "=", hash)
    .where(ownerMaySignIn)
    .executeTakeFirst();

export async function updateImportTokenUse(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("import_tokens").set({ last_used_at: at }).where("id", "=", id).execute();
}
