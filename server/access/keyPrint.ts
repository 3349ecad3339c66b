import type { Db } from "../db/openDb.ts";
import { CannotStart } from "../errors.ts";
import { deriveKey } from "./secrets.ts";

/** Tells two master keys apart without saying anything about either. */
export const keyPrintOf = (masterKey: Buffer): string => deriveKey(masterKey, "print").subarray(0, 16).toString("hex");

/** The print of the key that this database's secrets are sealed with; undefined before the first start. */
export async function storedKeyPrint(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("instance").select("key_print").where("id", "=", 1).executeTakeFirst();
  return row?.key_print;
}

/**
 * Makes sure that all processes seal with one key: a second one with a key of its own would store credentials that the first cannot open.
 * @throws CannotStart when the database belongs to another key
 */
export async function checkKey(db: Db, masterKey: Buffer): Promise<void> {
  const print = keyPrintOf(masterKey);
  await db
    .insertInto("instance")
    .values({ id: 1, key_print: print })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if ((await storedKeyPrint(db)) === print) return;
  throw new CannotStart(
    "The secrets in this database are sealed with another master key. Give every process the same CLEW_MASTER_KEY, or the same file master.key in CLEW_DATA.",
  );
}
