import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KEY_FILE, masterKeyFingerprint } from "../../access/keys/KeyRing.ts";
import { UNFINISHED } from "../../db/dataFolder.ts";
import { MIGRATIONS, migrate } from "../../db/migrate.ts";
import { newId } from "../../db/newId.ts";
import { type Db, openDb } from "../../db/openDb.ts";
import { insertBackup } from "../../db/tables/operations/backups.ts";
import { deleteInstance } from "../../db/tables/operations/instance.ts";
import { readLayout, readMigrations } from "../../db/transfer/layout.ts";
import { fillDatabase, refuseFilled } from "../../db/transfer/fillDatabase.ts";
import { CannotStart } from "../../errors.ts";
import { checkBlobs, locateBlobs, openBlobs } from "../../index/blobs/openBlobs.ts";
import type { Settings } from "../../settings.ts";
import { type Backup, openBackup } from "./backupFolder.ts";
import type { BackupSecret } from "./backupKey.ts";
import { copyBlobs, megabytes, type CommandReport } from "./BackupTarget.ts";
import { withBackup } from "./tar.ts";

export interface RestoreOptions {
  /** Absolute. */
  readonly from: string;
  /** A file with the master key, where it is not in the backup and not in the settings. */
  readonly keyFile: string | undefined;
  /** Continues without the key: the credentials in the backup are lost. */
  readonly isKeyless: boolean;
  /** Opens an encrypted backup. */
  readonly secret?: BackupSecret | undefined;
  /** Leaves the master key out of the data folder, which is deleted after the test. */
  readonly isTest?: boolean;
  /** Ends it before its next rows or blob. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fills an empty data folder (and an empty PostgreSQL, where DATABASE_URL names one) from a backup.
 * @throws CannotStart when the target is not empty, the backup cannot be read or does not match its checksums, or its key is missing; the reason of the signal
 */
export function restoreBackup(settings: Settings, options: RestoreOptions): Promise<CommandReport> {
  return withBackup(options.from, (folder) => restoreFolder(settings, folder, options));
}

async function restoreFolder(settings: Settings, folder: string, options: RestoreOptions): Promise<CommandReport> {
  const { dataDir, databaseUrl } = settings;
  const backup = untilAborted(await openBackup(folder, options.secret), options.signal);
  const { facts } = backup;
  refuseNewer(facts);
  const key = await findKey(settings, backup, options);
  await takeFolder(dataDir, databaseUrl !== undefined);
  const location = locateBlobs(settings);
  await checkBlobs(location);

  const database = await openDb({ dataDir, databaseUrl });
  let rows: number;
  let blobs: Awaited<ReturnType<typeof copyBlobs>>;
  try {
    rows = await restoreRows(database.db, backup, options);
    blobs = await copyBlobs(facts.blobs, backup.blobs, openBlobs(location));
  } finally {
    await database.close();
  }
  if (key && options.isTest !== true) await keepKey(settings, key);
  await rm(join(dataDir, UNFINISHED), { force: true });
  return {
    lines: [
      `Restored ${rows} rows of ${facts.tables.length} tables and ${blobs.copied} blobs (${megabytes(blobs.bytes)}), as of ${facts.made_at}.`,
      ...(blobs.missing > 0 ? [`${blobs.missing} blobs of the index are missing: the next sync rebuilds them.`] : []),
      ...(options.isKeyless
        ? [
            "Without the old master key the credentials cannot be read any more. Enter those of sources again, and connect accounts again.",
          ]
        : []),
    ],
    isRight: true,
  };
}

/** A backup that gives no more rows and blobs after the signal. */
function untilAborted(backup: Backup, signal: AbortSignal | undefined): Backup {
  if (signal === undefined) return backup;
  return {
    ...backup,
    async *rows(table) {
      for await (const lines of backup.rows(table)) {
        signal.throwIfAborted();
        yield lines;
      }
    },
    blobs: {
      get: (hash) => {
        signal.throwIfAborted();
        return backup.blobs.get(hash);
      },
    },
  };
}

/**
 * Fills the database at the version of the backup, and migrates it to the present one.
 * @returns the number of rows
 * @throws CannotStart when the rows do not match their checksums
 */
async function restoreRows(db: Db, backup: Backup, { from, isKeyless }: RestoreOptions): Promise<number> {
  const { facts } = backup;
  if ((await readMigrations(db)).length > 0) await refuseFilled(db, await readLayout(db));
  await migrate(db, { to: facts.migrations.at(-1) ?? "" });
  const sums = await fillDatabase(db, { tables: facts.tables, rows: (table) => backup.rows(table) });
  const wrong = facts.tables.filter(({ name, rows, sum }) => {
    const actualSum = sums.get(name);
    return actualSum?.rows !== rows || actualSum.sum !== sum;
  });
  if (wrong.length > 0) {
    const names = wrong.map(({ name }) => name).join(", ");
    throw new CannotStart(
      `The backup is damaged: the rows of ${names} are not those that it was made with. Use another backup.`,
    );
  }
  await migrate(db);
  // What is there now has the age of this backup.
  await insertBackup(db, {
    id: newId(),
    made_at: new Date(facts.made_at),
    place: from,
    is_encrypted: backup.isEncrypted,
    restored_at: new Date(),
  });
  if (isKeyless) await deleteInstance(db);
  return facts.tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Writes the master key into the data folder, unless the settings or the folder have it. */
async function keepKey({ dataDir, masterKey }: Settings, key: Buffer): Promise<void> {
  if (masterKey !== undefined && key.equals(Buffer.from(masterKey, "utf8"))) return;
  const path = join(dataDir, KEY_FILE);
  if (!existsSync(path)) await writeFile(path, key.toString("base64"), { mode: 0o600, flush: true });
}

function refuseNewer({ migrations }: Backup["facts"]): void {
  const unknown = migrations.findLast((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown === undefined) return;
  throw new CannotStart(`The backup was made by a newer version of Clew (${unknown}). Restore it with that version.`);
}

/**
 * The master key of the backup: of all known keys, the one that its secrets are sealed with.
 * @throws CannotStart when it is not among them
 */
async function findKey(
  { masterKey, previousMasterKey }: Settings,
  { facts, masterKey: keyOfBackup }: Backup,
  { keyFile, isKeyless }: RestoreOptions,
): Promise<Buffer | undefined> {
  if (isKeyless || facts.key_print === null) return undefined;
  const inBackup = await keyOfBackup();
  const available = [
    ...(keyFile === undefined ? [] : [Buffer.from((await readKey(keyFile)).trim(), "base64")]),
    ...[masterKey, previousMasterKey].flatMap((text) => (text === undefined ? [] : [Buffer.from(text, "utf8")])),
    ...(inBackup ? [inBackup] : []),
  ];
  const key = available.find((candidate) => masterKeyFingerprint(candidate) === facts.key_print);
  if (key) return key;
  throw new CannotStart(
    available.length === 0
      ? "The master key is not in this backup. Name its file by --key, or set CLEW_MASTER_KEY. With --without-key everything but the stored credentials is restored."
      : "This is not the master key of the backup. Name the right one by --key or CLEW_MASTER_KEY, or leave the stored credentials behind by --without-key.",
  );
}

async function readKey(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CannotStart(`The key file ${path} cannot be read.`, { cause: error });
  }
}

/** Makes the data folder, or sees that it is empty, and marks it as being filled. */
async function takeFolder(dataDir: string, hasDatabase: boolean): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const names = await readdir(dataDir);
    if (names.includes(UNFINISHED)) {
      throw new CannotStart(`A restore into ${dataDir} was cut short. Empty the folder and restore again.`);
    }
    // With a PostgreSQL the folder may have the key, which is not in it.
    const allowed = hasDatabase ? [KEY_FILE] : [];
    const foreign = names.filter((name) => !allowed.includes(name));
    if (foreign.length > 0) {
      throw new CannotStart(`The folder ${dataDir} is not empty (${foreign[0]}). Restore into an empty one.`);
    }
    await writeFile(join(dataDir, UNFINISHED), new Date().toISOString(), { flush: true });
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`The data folder ${dataDir} cannot be written.`, { cause: error });
  }
}
