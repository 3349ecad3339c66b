import type { Db } from "../../db/openDb.ts";
import { findKeyFingerprint, insertInstance } from "../../db/tables/operations/instance.ts";
import { countValuesOfOtherKeys } from "../../db/tables/tokens/sealedValues.ts";
import { CannotStart } from "../../errors.ts";
import { KeyRing, masterKeyFingerprint } from "./KeyRing.ts";
import { SEALED_COLUMNS } from "./sealedColumns.ts";

/** The fingerprint of the key that this database's secrets are sealed with; undefined before the first start. */
export const storedFingerprint = (db: Db): Promise<string | undefined> => findKeyFingerprint(db);

/**
 * Makes sure that all processes seal with one key, and sets the ring to it: a process with another key would store credentials that
 * the first cannot open.
 * @throws CannotStart when the database belongs to a key that is not in the ring
 */
export async function checkMasterKey(db: Db, keys: Buffer | KeyRing): Promise<void> {
  const ring = KeyRing.of(keys);
  await insertInstance(db, masterKeyFingerprint(ring.current));
  const fingerprint = await storedFingerprint(db);
  if (fingerprint !== undefined && ring.use(fingerprint)) return;
  throw new CannotStart(
    "The secrets in this database are sealed with another master key. Give every process the same CLEW_MASTER_KEY, or the same file master.key in CLEW_DATA. While a key is being changed, CLEW_MASTER_KEY_PREVIOUS names the other one.",
  );
}

/** How many stored values were sealed with a key that is not in the ring. Values of the previous version do not name their key. */
export async function countForeignValues(db: Db, ring: KeyRing): Promise<number> {
  const configured = ring.fingerprints.map((fingerprint) => fingerprint.slice(0, 8));
  let count = 0;
  for (const column of SEALED_COLUMNS) count += await countValuesOfOtherKeys(db, column, configured);
  return count;
}
