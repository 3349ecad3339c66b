/** Apps of companies at code hosts, and the deliveries that their webhooks have received. */
import { type Insertable, type Selectable, sql } from "kysely";
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

/** How exact the time of an app's last delivery is: its row is locked by each change, and one app may have hundreds of deliveries a second. */
const LAST_DELIVERY_WITHIN = "10 seconds";

/** Notes deliveries of an app, in one statement. @returns the ids of those that were not noted before */
export async function insertAppDeliveries(
  db: Db,
  appId: string,
  deliveryIds: readonly string[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ delivery_id: string }>`
    with noted as (
      insert into app_deliveries (app_id, delivery_id, received_at)
      select ${appId}, delivery_id, ${at} from unnest(${sql.val([...deliveryIds])}::text[]) as delivery_id
      on conflict do nothing returning delivery_id
    ), shown as (
      update host_apps set last_delivery_at = ${at} where id = ${appId} and exists (select from noted)
        and (last_delivery_at is null or last_delivery_at < ${at}::timestamptz - ${LAST_DELIVERY_WITHIN}::interval)
    ) select delivery_id from noted`.execute(db);
  return new Set(rows.map((row) => row.delivery_id));
}

/** Whether a delivery was noted. */
export async function isKnownDelivery(db: Db, appId: string, deliveryId: string): Promise<boolean> {
  const row = await db
    .selectFrom("app_deliveries")
    .select("delivery_id")
    .where("app_id", "=", appId)
    .where("delivery_id", "=", deliveryId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAppDeliveriesBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("app_deliveries").where("received_at", "<", at).execute();
}
