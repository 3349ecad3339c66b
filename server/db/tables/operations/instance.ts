import type { Db } from "../../openDb.ts";

/** Makes the row of this installation unless it is there. */
export async function insertInstance(db: Db, keyFingerprint: string): Promise<void> {
  await db
    .insertInto("instance")
    .values({ id: 1, key_print: keyFingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The fingerprint of the master key; undefined before the first start. */
export async function findKeyFingerprint(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("instance").select("key_print").where("id", "=", 1).executeTakeFirst();
  return row?.key_print;
}

export async function updateKeyFingerprint(db: Db, keyFingerprint: string): Promise<void> {
  await db.updateTable("instance").set({ key_print: keyFingerprint }).where("id", "=", 1).execute();
}

export async function deleteInstance(db: Db): Promise<void> {
  await db.deleteFrom("instance").execute();
}
