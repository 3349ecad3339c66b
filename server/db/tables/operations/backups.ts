import { type Insertable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { BackupsTable } from "../../schema/storageSchema.ts";

export async function insertBackup(db: Db, backup: Insertable<BackupsTable>): Promise<void> {
  await db.insertInto("backups").values(backup).execute();
}

/** @param until later times are those of a clock that was wrong */
export const findNewestBackup = (db: Db, until: Date) =>
  db
    .selectFrom("backups")
    .select(["made_at", "is_encrypted"])
    .where("made_at", "<=", until)
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Forgets backups that were not right. */
export async function deleteBackups(db: Db, places: readonly string[]): Promise<void> {
  if (places.length > 0) await db.deleteFrom("backups").where("place", "in", places).execute();
}

/** When a backup was last restored as a test; undefined: never. @param until later times are those of a clock that was wrong */
export async function findNewestDrill(db: Db, until: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom("backups")
    .select((of) => of.fn.max("restored_at").as("restored_at"))
    .where("restored_at", "<=", until)
    .executeTakeFirst();
  return row?.restored_at ?? undefined;
}

/**
 * Paths of the backups below a folder that were read again within a time.
 * @param folder absolute, with the separator at its end
 */
export async function listVerifiedBackups(
  db: Db,
  folder: string,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom("backups")
    .select("place")
    .where(sql<boolean>`starts_with(place, ${folder})`)
    .where("verified_at", ">", after)
    .where("verified_at", "<=", until)
    .execute();
  return rows.map(({ place }) => place);
}

/** Paths below a folder of backups that were made, and neither read again nor restored after that. @param folder as above */
export async function listUnreadBackups(db: Db, folder: string): Promise<string[]> {
  const rows = await db
    .selectFrom("backups")
    .select("place")
    .where(sql<boolean>`starts_with(place, ${folder})`)
    .groupBy("place")
    .having((of) => of.fn.max("verified_at"), "is", null)
    .having((of) => of.fn.max("restored_at"), "is", null)
    .execute();
  return rows.map(({ place }) => place);
}

export async function updateBackupChecked(
  db: Db,
  place: string,
  checked: { readonly verified_at: Date } | { readonly restored_at: Date },
): Promise<void> {
  await db.updateTable("backups").set(checked).where("place", "=", place).execute();
}
