import type { Db } from "../db/openDb.ts";

export interface BackupAge {
  /** Of the newest backup; null: none was made yet. */
  readonly ageSeconds: number | null;
  readonly isEncrypted: boolean;
  /** Since the newest backup, or since there is something to back up. */
  readonly secondsWithout: number;
}

/** How old the newest backup of this installation is. */
export async function readBackupAge(db: Db, now: Date): Promise<BackupAge> {
  const newest = await db
    .selectFrom("backups")
    .select(["made_at", "is_encrypted"])
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const first = await db.selectFrom("companies").select("created_at").orderBy("created_at").limit(1).executeTakeFirst();
  const since = (at: Date): number => Math.max(0, (now.getTime() - at.getTime()) / 1000);
  return {
    ageSeconds: newest ? since(newest.made_at) : null,
    isEncrypted: newest?.is_encrypted ?? false,
    secondsWithout: newest ? since(newest.made_at) : first ? since(first.created_at) : 0,
  };
}

/** A sentence for the operator's log; undefined while the newest backup is young enough. @param maxHours 0: never */
export function backupWarning({ ageSeconds, secondsWithout }: BackupAge, maxHours: number): string | undefined {
  if (maxHours === 0 || secondsWithout <= maxHours * 3600) return undefined;
  const what =
    ageSeconds === null ? "No backup was made yet" : `The newest backup is ${Math.floor(ageSeconds / 3600)} hours old`;
  return `${what}. Make one: npm run --silent clew -- backup FOLDER. CLEW_BACKUP_MAX_AGE_HOURS=0 ends this warning.`;
}
