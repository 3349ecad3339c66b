import { type Insertable, sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import type { SecretsTable } from "../../schema/accessSchema.ts";

export async function insertSecret(db: Db, secret: Insertable<SecretsTable>): Promise<void> {
  await db.insertInto("secrets").values(secret).execute();
}

export const findSecret = (db: Db, id: string) =>
  db.selectFrom("secrets").select(["cipher", "origin"]).where("id", "=", id).executeTakeFirst();

/** Deletes secrets that no source, linked group, connected account, identity provider, app at a host, app in a chat or model refers to, of before a time: the transaction of a newer one may be open. */
export async function deleteOrphanedSecrets(db: Db, before: Date): Promise<void> {
  await sql`
    delete from secrets where created_at < ${before.toISOString()}::timestamptz
      and not exists (select from sources where secret_id = secrets.id)
      and not exists (select from sources where webhook_secret_id = secrets.id)
      and not exists (select from linked_groups where secret_id = secrets.id)
      and not exists (select from linked_groups where webhook_secret_id = secrets.id)
      and not exists (select from connections where secret_id = secrets.id)
      and not exists (select from sso_providers where secret_id = secrets.id)
      and not exists (select from host_apps where key_secret_id = secrets.id)
      and not exists (select from host_apps where webhook_secret_id = secrets.id)
      and not exists (select from chat_apps where token_secret_id = secrets.id)
      and not exists (select from chat_apps where signing_secret_id = secrets.id)
      and not exists (select from company_models where secret_id = secrets.id)`.execute(db);
}

/** Deletes secrets, except those that a source or a linked group still refers to: the sources of a group share its credential. */
export async function deleteSecrets(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom("secrets")
      .where("id", "=", anyOf(ids))
      .where(sql<boolean>`not exists (select from sources where secret_id = secrets.id)`)
      .where(sql<boolean>`not exists (select from linked_groups where secret_id = secrets.id)`)
      .execute();
}
