/** Programs that may ask users for access by OAuth. */
import type { Insertable, Selectable } from "kysely";
import type { OauthClientsTable } from "../../schema/accessSchema.ts";
import type { Db } from "../../openDb.ts";

export type OauthClientRow = Selectable<OauthClientsTable>;

export const findOauthClient = (db: Db, id: string): Promise<OauthClientRow | undefined> =>
  db.selectFrom("oauth_clients").selectAll().where("id", "=", id).executeTakeFirst();

/** Stores a client, or what its document says now. */
export async function upsertOauthClient(db: Db, client: Insertable<OauthClientsTable>): Promise<void> {
  await db
    .insertInto("oauth_clients")
    .values(client)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((set) => ({
        name: set.ref("excluded.name"),
        redirect_uris: set.ref("excluded.redirect_uris"),
        read_at: set.ref("excluded.read_at"),
      })),
    )
    .execute();
}

/** Clients to which no user has granted anything. */
export async function countUnusedOauthClients(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("oauth_clients")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the oldest clients to which no user has granted anything, of those that are there since before a moment. */
export async function deleteOldestUnusedClients(
  db: Db,
  { createdBefore, limit }: { readonly createdBefore: Date; readonly limit: number },
): Promise<void> {
  const oldest = db
    .selectFrom("oauth_clients")
    .select("id")
    .where("used_at", "is", null)
    .where("created_at", "<", createdBefore)
    .orderBy("created_at")
    .limit(limit);
  // Compared again: a user may grant something to one of them at this moment.
  await db.deleteFrom("oauth_clients").where("id", "in", oldest).where("used_at", "is", null).execute();
}

export async function updateOauthClientUse(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("oauth_clients").set({ used_at: at }).where("id", "=", id).execute();
}

/** Deletes clients without a grant: those that never had one, and those whose last one is long past. */
export async function deleteIdleOauthClients(
  db: Db,
  before: { readonly created: Date; readonly used: Date },
): Promise<void> {
  await db
    .deleteFrom("oauth_clients")
    .where((is) =>
      is.or([
        is.and([is("used_at", "is", null), is("created_at", "<=", before.created)]),
        is("used_at", "<=", before.used),
      ]),
    )
    .where("id", "not in", db.selectFrom("oauth_grants").select("client_id"))
    .execute();
}
