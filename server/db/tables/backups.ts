import type { Insertable } from "kysely";
import type { Db } from "../openDb.ts";
import type { BackupsTable } from "../schema.ts";

export async function insertBackup(db: Db, backup: Insertable<BackupsTable>): Promise<void> {
  await db.insertInto("backups").values(backup).execute();
}

export const findNewestBackup = (db: Db) =>
  db.selectFrom("backups").select(["made_at", "is_encrypted"]).orderBy("made_at", "desc").limit(1).executeTakeFirst();
