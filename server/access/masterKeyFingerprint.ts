import { sql } from "kysely";
import type { Db } from "../db/openDb.ts";
import { CannotStart } from "../errors.ts";
import { KeyRing, masterKeyFingerprint } from "./KeyRing.ts";
import { SEALED_COLUMNS } from "./sealedColumns.ts";

/** The print of the key that this database's secrets are sealed with; undefined before the first start. */
export async function storedFingerprint(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("instance").select("key_print").where("id", "=", 1).executeTakeFirst();
  return row?.key_print;
}

/**
 * Makes sure that all processes seal with one key, and sets the ring to it: a second one with a key of its own would store credentials that
 * the first cannot open.
 * @throws CannotStart when the database belongs to a key that is not in the ring
 */
export async function checkMasterKey(db: Db, keys: Buffer | KeyRing): Promise<void> {
  const ring = KeyRing.of(keys);
  await db
    .insertInto("instance")
    .values({ id: 1, key_print: masterKeyFingerprint(ring.current) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const print = await storedFingerprint(db);
  if (print !== undefined && ring.use(print)) return;
  throw new CannotStart(
    "The secrets in this database are sealed with another master key. Give every process the same CLEW_MASTER_KEY, or the same file master.key in CLEW_DATA. While a key is being changed, CLEW_MASTER_KEY_PREVIOUS names the other one.",
  );
}

/** How many stored values were sealed with a key that is not in the ring. Values of the version before do not say. */
export async function countForeignValues(db: Db, ring: KeyRing): Promise<number> {
  const known = sql.join(ring.fingerprints.map((print) => sql.lit(print.slice(0, 8))));
  let count = 0;
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
      where get_byte(${sql.ref(column)}, 0) = 2 and encode(substring(${sql.ref(column)} from 2 for 4), 'hex') not in (${known})`.execute(
      db,
    );
    count += Number(rows[0]?.count ?? 0);
  }
  return count;
}
