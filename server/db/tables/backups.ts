import { type Insertable, sql } from "kysely";
import type { Db } from "../openDb.ts";
import type { BackupsTable } from "../schema.ts";

export async function insertBackup(db: Db, backup: Insertable<BackupsTable>): Promise<void> {
  await db.insertInto("backups").values(backup).execute();
}

export const findNewestBackup = (db: Db) =>
  db.selectFrom("backups").select(["made_at", "is_encrypted"]).orderBy("made_at", "desc").limit(1).executeTakeFirst();

/** When a backup was last restored as a test; undefined: never. */
export async function findNewestDrill(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom("backups")
    .select((of) => of.fn.max("restored_at").as("restored_at"))
    .executeTakeFirst();
  return row?.restored_at ?? undefined;
}

/** When a backup below a folder was last read again after it was made. @param folder absolute, with the separator at its end */
export async function findNewestVerified(db: Db, folder: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("backups")
    .select((of) => of.fn.max("verified_at").as("verified_at"))
    .where(sql<boolean>`starts_with(place, ${folder})`)
    .executeTakeFirst();
  return row?.verified_at ?? undefined;
}

export async function updateBackupChecked(
  db: Db,
  place: string,
  checked: { readonly verified_at: Date } | { readonly restored_at: Date },
): Promise<void> {
  await db.updateTable("backups").set(checked).where("place", "=", place).execute();
}
