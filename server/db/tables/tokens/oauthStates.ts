/** Sign-ins, and registrations and installations of apps, at providers that have not been answered. */
import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { OauthStatesTable } from "../../schema/accessSchema.ts";

export async function insertOauthState(db: Db, state: Insertable<OauthStatesTable>): Promise<void> {
  await db.insertInto("oauth_states").values(state).execute();
}

/** A state that stays good for its answer. */
export const findOauthState = (db: Db, stateHash: string): Promise<Selectable<OauthStatesTable> | undefined> =>
  db.selectFrom("oauth_states").selectAll().where("state_hash", "=", stateHash).executeTakeFirst();

/** Deletes a state and returns it: it is good for one answer. */
export const takeOauthState = (db: Db, stateHash: string): Promise<Selectable<OauthStatesTable> | undefined> =>
  db.deleteFrom("oauth_states").where("state_hash", "=", stateHash).returningAll().executeTakeFirst();

export async function deleteExpiredOauthStates(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("oauth_states").where("expires_at", "<=", now).execute();
}

export async function deleteOauthStatesOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("oauth_states").where("user_id", "=", userId).execute();
}
