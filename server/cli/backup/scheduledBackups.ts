/** Backups that the server makes by itself: made, read again, restored as a test, and deleted when there are enough newer ones. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { DAY_MS, HOUR_MS } from "../../../contract/durations.ts";
import { KEY_FILE } from "../../access/KeyRing.ts";
import { openDb } from "../../db/openDb.ts";
import { findNewestDrill, findNewestVerified, updateBackupChecked } from "../../db/tables/backups.ts";
import { tryAdvisoryLock } from "../../db/withAdvisoryLock.ts";
import { checkConstraints } from "../../db/transfer/checkConstraints.ts";
import { CannotStart } from "../../errors.ts";
import type { Settings } from "../../settings.ts";
import { type BackupSecret, settingsSecret } from "./backupKey.ts";
import type { BackupTarget, CommandReport } from "./BackupTarget.ts";
import { makeBackup } from "./makeBackup.ts";
import { restoreBackup } from "./restore.ts";
import { verifyBackup } from "./verify.ts";

/** `clew-2026-11-29T03-00-00Z`: sorted by name they are sorted by time. */
const NAME = /^clew-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
/** What a killed backup or drill leaves. */
const REMAINS = /^(?:clew-[\dTZ-]+\.part|drill-\w+)$/;

export interface ScheduledBackup {
  readonly path: string;
  readonly isRestored: boolean;
  /** Paths of older backups that were deleted. */
  readonly deleted: readonly string[];
}

/**
 * Makes a backup if the newest one of the folder that was read again is older than the interval. One process of an installation works at a
 * time. An older backup is deleted only after the new one was read again.
 * @returns undefined when none was due
 * @throws CannotStart when the folder cannot be written, and when the new backup does not match its checksums or cannot be restored
 */
export async function runScheduledBackup(
  target: () => BackupTarget,
  settings: Settings,
  now = new Date(),
): Promise<ScheduledBackup | undefined> {
  const { folder, everyHours } = settings.backup;
  if (folder === undefined) return undefined;
  const { database } = target();
  return tryAdvisoryLock(database, "backup", async () => {
    const newest = await findNewestVerified(database.db, `${folder}${sep}`);
    if (newest !== undefined && now.getTime() - newest.getTime() < everyHours * HOUR_MS) return undefined;
    await prepareFolder(folder);
    const secret = await settingsSecret(settings.backup);
    const path = join(folder, `clew-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z`);
    await makeBackup(target(), { to: path, withKey: false, withBlobs: true, secret });
    requireRight(await verifyBackup(path, secret), path);
    await updateBackupChecked(database.db, path, { verified_at: now });
    const isRestored = await isDrillDue(target(), settings, now);
    if (isRestored) {
      await restoreAsTest(settings, folder, path, secret);
      await updateBackupChecked(database.db, path, { restored_at: now });
    }
    return { path, isRestored, deleted: await deleteOld(folder, settings.backup.keep) };
  });
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (REMAINS.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    throw new CannotStart(`The folder of backups ${folder} cannot be written.`, { cause: error });
  }
}

async function isDrillDue({ database }: BackupTarget, { backup }: Settings, now: Date): Promise<boolean> {
  if (backup.drillDays === 0) return false;
  const newest = await findNewestDrill(database.db);
  return newest === undefined || now.getTime() - newest.getTime() >= backup.drillDays * DAY_MS;
}

/** Restores a backup into an embedded database in a folder of its own, which is checked and deleted. @throws CannotStart */
async function restoreAsTest(
  settings: Settings,
  folder: string,
  from: string,
  secret: BackupSecret | undefined,
): Promise<void> {
  const dataDir = await mkdtemp(join(folder, "drill-"));
  const keyFile = join(settings.dataDir, KEY_FILE);
  const blobs = { driver: "files", s3: undefined, cacheBytes: 0 } as const;
  try {
    await restoreBackup(
      { ...settings, dataDir, databaseUrl: undefined, blobs },
      { from, keyFile: existsSync(keyFile) ? keyFile : undefined, isKeyless: false, secret },
    );
    const database = await openDb({ dataDir });
    try {
      const wrong = await checkConstraints(database.db);
      if (wrong.length > 0) throw new CannotStart(`The backup ${from} cannot be used: ${wrong.join(" ")}`);
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function requireRight({ isRight, lines }: CommandReport, path: string): void {
  if (isRight) return;
  const wrong = lines.filter((line) => line.startsWith("WRONG: ")).map((line) => line.slice("WRONG: ".length));
  throw new CannotStart(`The backup ${path} is damaged: ${wrong.join(" ")}`);
}

/** @returns what was deleted: all but the newest `keep` of the backups that the server made */
async function deleteOld(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
  const old = names.slice(0, Math.max(0, names.length - keep)).map((name) => join(folder, name));
  for (const path of old) await rm(path, { recursive: true, force: true });
  return old;
}
