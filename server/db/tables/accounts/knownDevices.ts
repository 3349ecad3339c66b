/** Devices on which users have signed in: hashes of a browser, a system and a network. */
import type { Db } from "../../openDb.ts";

/** @returns whether the device was not stored yet; of transactions that insert it together one receives true */
export async function insertKnownDevice(
  db: Db,
  device: { readonly user_id: string; readonly device_hash: string; readonly seen_at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("known_devices")
    .values(device)
    .onConflict((conflict) => conflict.columns(["user_id", "device_hash"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (row) return true;
  await db
    .updateTable("known_devices")
    .set({ seen_at: device.seen_at })
    .where("user_id", "=", device.user_id)
    .where("device_hash", "=", device.device_hash)
    .execute();
  return false;
}

export async function deleteDevicesSeenBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom("known_devices").where("seen_at", "<", moment).execute();
}
