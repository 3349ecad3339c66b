import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { BackupTarget } from "../../../server/cli/backup/BackupTarget.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { readLayout } from "../../../server/db/transfer/layout.ts";
import { sumRows, withSnapshot } from "../../../server/db/transfer/readRows.ts";
import { locateBlobs, openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { readSettings } from "../../../server/settings.ts";
import { fillInstallation, KEY } from "../cli/installationRows.ts";
import { type Engine, makeStorage, openTestDb, type TestDb, type TestStorage } from "../testDb.ts";

export interface BackupFolder {
  /** A path in a folder that is new for each test. */
  path(...names: string[]): string;
  /** A database that is removed after the test. */
  place(engine: Engine, options?: { readonly isEmpty?: boolean }): Promise<TestStorage>;
  /** The settings of a restore: an empty data folder and, on PostgreSQL, an empty database. */
  emptyTarget(engine: Engine): Promise<Record<string, string>>;
}

/** Registers the hooks that make and remove the folder. */
export function backupFolder(): BackupFolder {
  let folder = "";
  const places: TestStorage[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-backups-"));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const place of places.splice(0)) await place.remove();
  });
  const place: BackupFolder["place"] = async (engine, options) => {
    const added = await makeStorage(engine, options);
    places.push(added);
    return added;
  };
  return {
    path: (...names) => join(folder, ...names),
    place,
    async emptyTarget(engine) {
      const { databaseUrl } = await place(engine, { isEmpty: true });
      return { CLEW_DATA: join(folder, "restored"), ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    },
  };
}

export interface FilledInstallation {
  readonly database: TestDb;
  readonly target: BackupTarget;
  readonly filled: Awaited<ReturnType<typeof fillInstallation>>;
}

/** An installation with rows in every table, and blobs. */
export async function openFilledInstallation(engine: Engine = "pglite"): Promise<FilledInstallation> {
  const database = await openTestDb(engine);
  const { dataDir, databaseUrl } = database;
  const blobs = openBlobs(locateBlobs(readSettings({ CLEW_DATA: dataDir, DATABASE_URL: databaseUrl })));
  const filled = await fillInstallation(database.db, blobs);
  return { database, filled, target: { database, blobs, dataDir, masterKey: KEY } };
}

/** For commands that find no server of the installation. */
export const noServer = async (): Promise<undefined> => undefined;

/** Counts and sums of every table. */
export const sumsOf = (db: Db): Promise<Record<string, unknown>> =>
  withSnapshot(db, async (snapshot) => {
    const sums: Record<string, unknown> = {};
    for (const table of await readLayout(snapshot)) sums[table.name] = await sumRows(snapshot, table);
    return sums;
  });
