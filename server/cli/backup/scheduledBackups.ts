/** Backups that the server makes by itself: made, read again, restored as a test, and deleted when there are enough newer ones. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { KEY_FILE } from "../../access/keys/KeyRing.ts";
import { type Db, openDb } from "../../db/openDb.ts";
import {
  deleteBackups,
  findNewestDrill,
  listUnreadBackups,
  listVerifiedBackups,
  updateBackupChecked,
} from "../../db/tables/operations/backups.ts";
import { tryAdvisoryLock } from "../../db/withAdvisoryLock.ts";
import { checkConstraints } from "../../db/transfer/checkConstraints.ts";
import { withSnapshot } from "../../db/transfer/readRows.ts";
import { CannotStart } from "../../errors.ts";
import type { Settings } from "../../settings.ts";
import { type BackupSecret, settingsSecret } from "./backupKey.ts";
import type { BackupTarget, CommandReport } from "./BackupTarget.ts";
import { isFull, makeBackup } from "./makeBackup.ts";
import { restoreBackup } from "./restore.ts";
import { verifyBackup } from "./verify.ts";

/** `clew-2026-11-29T03-00-00Z`: sorted by name they are sorted by time. */
const NAME = /^clew-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
/** What a killed backup or test leaves. */
const REMAINS = /^clew-(?:[\dTZ-]+\.part|restore-test-\w{6})$/;
/** How far the clocks of two machines may differ. A backup that is later is one of a clock that was wrong. */
const MAX_SKEW_MS = 10 * MINUTE_MS;

export interface ScheduledBackup {
  readonly path: string;
  readonly isRestored: boolean;
  /** Paths of older backups that were deleted. */
  readonly deleted: readonly string[];
}

/**
 * Makes a backup if no backup of the folder was read again within the interval. One process of an installation works at a time. An older
 * backup is deleted only after the new one was read again.
 * @returns undefined when none was due
 * @throws CannotStart when the folder cannot be written, and when the new backup does not match its checksums or cannot be restored; the
 * reason of the signal
 */
export async function runScheduledBackup(
  target: () => BackupTarget,
  settings: Settings,
  { now = new Date(), signal }: { readonly now?: Date; readonly signal?: AbortSignal } = {},
): Promise<ScheduledBackup | undefined> {
  const { folder } = settings.backup;
  if (folder === undefined) return undefined;
  const { database } = target();
  return tryAdvisoryLock(database, "backup", async () => {
    await deleteRemains(target(), folder);
    if (!(await isDue(target(), settings, folder, now))) return undefined;
    await makeFolder(folder);
    const secret = await settingsSecret(settings.backup);
    const path = join(folder, `clew-${timeIn(now)}`);
    await makeBackup(target(), { to: path, withKey: false, withBlobs: true, secret, signal });
    await readAgain(target(), path, { secret, signal });
    await updateBackupChecked(database.db, path, { verified_at: now });
    const isRestored = await isDrillDue(target(), settings, now);
    if (isRestored) {
      await restoreAsTest(settings, folder, path, { secret, signal });
      await updateBackupChecked(database.db, path, { restored_at: now });
    }
    return { path, isRestored, deleted: await deleteOld(folder, settings.backup.keep, path) };
  });
}

const timeIn = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** Deletes what a killed process has left, which may be rows in the clear, and backups that were not right or not read to their end. */
async function deleteRemains({ database }: BackupTarget, folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) if (REMAINS.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  const unread = await listUnreadBackups(database.db, `${folder}${sep}`);
  for (const path of unread.filter((unreadPath) => NAME.test(basename(unreadPath))))
    await deleteWrong(database.db, path);
}

/** A backup that is no longer in the folder does not count. */
async function isDue({ database }: BackupTarget, { backup }: Settings, folder: string, now: Date): Promise<boolean> {
  const paths = await listVerifiedBackups(database.db, `${folder}${sep}`, {
    after: new Date(now.getTime() - backup.everyHours * HOUR_MS),
    until: new Date(now.getTime() + MAX_SKEW_MS),
  });
  return !paths.some((path) => existsSync(path));
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CannotStart(`The folder of backups ${folder} cannot be written.`, { cause: error });
  }
}

async function isDrillDue({ database }: BackupTarget, { backup }: Settings, now: Date): Promise<boolean> {
  if (backup.drillDays === 0) return false;
  const newest = await findNewestDrill(database.db, new Date(now.getTime() + MAX_SKEW_MS));
  return newest === undefined || now.getTime() - newest.getTime() >= backup.drillDays * DAY_MS;
}

/** Restores a backup into an embedded database in a folder of its own, which is checked and deleted. @throws CannotStart */
async function restoreAsTest(
  settings: Settings,
  folder: string,
  from: string,
  { secret, signal }: { readonly secret: BackupSecret | undefined; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const dataDir = await mkdtemp(join(folder, "clew-restore-test-"));
  const keyFile = join(settings.dataDir, KEY_FILE);
  const blobs = { driver: "files", s3: undefined, cacheBytes: 0 } as const;
  try {
    await restoreBackup(
      { ...settings, dataDir, databaseUrl: undefined, blobs },
      {
        from,
        keyFile: existsSync(keyFile) ? keyFile : undefined,
        isKeyless: false,
        isTest: true,
        secret,
        signal,
      },
    );
    const database = await openDb({ dataDir });
    try {
      const wrong = await withSnapshot(database.db, checkConstraints);
      if (wrong.length > 0) throw new CannotStart(`The backup ${from} cannot be used: ${wrong.join(" ")}`);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isFull(error))
      throw new CannotStart(`The disk of ${folder} has no space to restore ${from}.`, { cause: error });
    throw error;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A backup that is not right is deleted: it would keep the age of the newest one low. @throws CannotStart; the reason of the signal */
async function readAgain(
  { database }: BackupTarget,
  path: string,
  { secret, signal }: { readonly secret: BackupSecret | undefined; readonly signal: AbortSignal | undefined },
): Promise<void> {
  try {
    requireRight(await verifyBackup(path, secret, signal), path);
  } catch (error) {
    // A server that stops does not wait for it: the next look deletes it.
    if (signal?.aborted !== true) await deleteWrong(database.db, path);
    throw error;
  }
}

async function deleteWrong(db: Db, path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await deleteBackups(db, [path]);
}

function requireRight({ isRight, lines }: CommandReport, path: string): void {
  if (isRight) return;
  const wrong = lines.filter((line) => line.startsWith("WRONG: ")).map((line) => line.slice("WRONG: ".length));
  throw new CannotStart(`The backup ${path} is damaged: ${wrong.join(" ")}`);
}

/**
 * Deletes all but the newest `keep` of the backups that the server made. A name after the new one is of a clock that was wrong, so that the new
 * one is kept and such a name is taken for an old one.
 * @returns the paths of what was deleted
 */
async function deleteOld(folder: string, keep: number, path: string): Promise<string[]> {
  const newest = basename(path);
  const names = (await readdir(folder)).filter((name) => NAME.test(name) && name !== newest).toSorted();
  const byAge = [...names.filter((name) => name > newest), ...names.filter((name) => name < newest)];
  const old = byAge.slice(0, Math.max(0, byAge.length - (keep - 1))).map((name) => join(folder, name));
  for (const oldFolder of old) await rm(oldFolder, { recursive: true, force: true });
  return old;
}
