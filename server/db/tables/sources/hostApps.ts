/** Apps of companies at code hosts, and the deliveries that their webhooks have received. */
import type { Insertable, Selectable } from "kysely";
import type { HostAppsTable } from "../../schema/appSchema.ts";
import type { Db } from "../../openDb.ts";

export type HostAppRow = Selectable<HostAppsTable>;

export async function insertHostApp(db: Db, app: Insertable<HostAppsTable>): Promise<void> {
  await db.insertInto("host_apps").values(app).execute();
}

/** Those that are not removed, the oldest first. */
export const listHostApps = (db: Db, companyId: string): Promise<HostAppRow[]> =>
  db
    .selectFrom("host_apps")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const findHostApp = (db: Db, companyId: string, id: string): Promise<HostAppRow | undefined> =>
  db
    .selectFrom("host_apps")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("removed_at", "is", null)
    .executeTakeFirst();

/** An app by its id alone, for a call that its host signs. */
export const findWebhookApp = (db: Db, id: string): Promise<HostAppRow | undefined> =>
  db.selectFrom("host_apps").selectAll().where("id", "=", id).where("removed_at", "is", null).executeTakeFirst();

/** Marks an app as removed; its secrets are the caller's to delete. @returns false when it was removed already */
export async function updateHostAppRemoved(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("host_apps")
    .set({ removed_at: at, key_secret_id: null, webhook_secret_id: null })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes a delivery. @returns false for one that was noted before */
export async function insertAppDelivery(db: Db, appId: string, deliveryId: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("app_deliveries")
    .values({ app_id: appId, delivery_id: deliveryId, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await db.updateTable("host_apps").set({ last_delivery_at: at }).where("id", "=", appId).execute();
  return true;
}

/** Forgets a delivery that could not be handled, so that the host may send it again. */
export async function deleteAppDelivery(db: Db, appId: string, deliveryId: string): Promise<void> {
  await db.deleteFrom("app_deliveries").where("app_id", "=", appId).where("delivery_id", "=", deliveryId).execute();
}

export async function deleteAppDeliveriesBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("app_deliveries").where("received_at", "<", at).execute();
}
