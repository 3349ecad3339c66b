import type { Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { PasswordResetsTable } from "../../schema/accessSchema.ts";

export async function insertPasswordReset(db: Db, reset: Insertable<PasswordResetsTable>): Promise<void> {
  await db.insertInto("password_resets").values(reset).execute();
}

export async function deletePasswordResetsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}

/** The user of a reset that has not expired. With "lock" the rows are locked until the transaction ends. */
export const findPasswordResetUser = (db: Db, tokenHash: string, now: Date, lock?: "lock") =>
  db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["users.id", "users.email", "users.name", "users.language", "users.company_id"])
    .where("password_resets.token_hash", "=", tokenHash)
    .where("password_resets.expires_at", ">", now)
    .$if(lock === "lock", (query) => query.forUpdate())
    .executeTakeFirst();

export async function deleteExpiredPasswordResets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
}
