import type { Insertable } from "kysely";
import type { Db } from "../openDb.ts";
import type { SecretsTable } from "../accessSchema.ts";

export async function insertSecret(db: Db, secret: Insertable<SecretsTable>): Promise<void> {
  await db.insertInto("secrets").values(secret).execute();
}

export const findSecret = (db: Db, id: string) =>
  db.selectFrom("secrets").select(["cipher", "origin"]).where("id", "=", id).executeTakeFirst();

export async function deleteSecrets(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom("secrets")
      .where("id", "in", [...ids])
      .execute();
}
