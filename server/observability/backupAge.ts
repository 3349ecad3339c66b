import { MINUTE_MS } from "../../contract/durations.ts";
import type { Db } from "../db/openDb.ts";
import { findNewestBackup } from "../db/tables/operations/backups.ts";
import { findFirstCompanyTime } from "../db/tables/companies/companies.ts";
import { cliCall } from "../productFiles.ts";

/** How far the clocks of two machines may differ. */
const MAX_SKEW_MS = 10 * MINUTE_MS;

export interface BackupAge {
  /** Age of the newest backup; null: none was made yet. */
  readonly ageSeconds: number | null;
  readonly isEncrypted: boolean;
  /** Since the newest backup, or since there is something to back up. */
  readonly secondsWithout: number;
}

/** How old the newest backup of this installation is. */
export async function readBackupAge(db: Db, now: Date): Promise<BackupAge> {
  const newest = await findNewestBackup(db, new Date(now.getTime() + MAX_SKEW_MS));
  const first = await findFirstCompanyTime(db);
  const since = (at: Date): number => Math.max(0, (now.getTime() - at.getTime()) / 1000);
  return {
    ageSeconds: newest ? since(newest.made_at) : null,
    isEncrypted: newest?.is_encrypted ?? false,
    secondsWithout: newest ? since(newest.made_at) : first ? since(first) : 0,
  };
}

/** A sentence for the operator's log; undefined while the newest backup is young enough. @param maxHours 0: never */
export function backupWarning({ ageSeconds, secondsWithout }: BackupAge, maxHours: number): string | undefined {
  if (maxHours === 0 || secondsWithout <= maxHours * 3600) return undefined;
  const what =
    ageSeconds === null ? "No backup was made yet" : `The newest backup is ${Math.floor(ageSeconds / 3600)} hours old`;
  return `${what}. Make one: ${cliCall("backup FOLDER")}. CLEW_BACKUP_MAX_AGE_HOURS=0 ends this warning.`;
}
