import { existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { countConnectionsOfOthers } from "../../db/databaseStatus.ts";
import { migrate } from "../../db/migrate.ts";
import { type Db, openDb } from "../../db/openDb.ts";
import { fillDatabase, refuseFilled } from "../../db/transfer/fillDatabase.ts";
import { readLayout, readMigrations } from "../../db/transfer/layout.ts";
import { readTableRows, sumRows, withSnapshot } from "../../db/transfer/readRows.ts";
import { onAnotherDatabase } from "../../db/transactionGuard.ts";
import { CannotStart } from "../../errors.ts";
import { checkBlobs, locateBlobs, openBlobs } from "../../index/blobs/openBlobs.ts";
import type { Settings } from "../../settings.ts";
import { copyBlobs, megabytes, namedBlobs, type CommandReport } from "./BackupTarget.ts";
import { KEY_FILE } from "../../access/keys/KeyRing.ts";

/** The application name of our own connections to the source, which distinguishes them from a server's. */
const NAME = "clew-db-copy";
/** Tables whose waiting runs are ended on the way. */
const RUNS: ReadonlySet<string> = new Set(["backtests", "model_order_runs"]);

/**
 * Copies everything from the database of one installation into the empty one of another: embedded to PostgreSQL, and back. Rows go over
 * in one transaction, so a failure leaves the target empty; then both sides are counted and summed again. Nothing is taken away
 * from the source.
 * @throws CannotStart when the target is not empty, a server still runs on the source, or the two sides differ at the end
 */
export async function copyDatabase(from: Settings, to: Settings): Promise<CommandReport> {
  if (from.databaseUrl === to.databaseUrl && (from.databaseUrl !== undefined || from.dataDir === to.dataDir)) {
    throw new CannotStart("Source and target are the same database.");
  }
  if (from.databaseUrl === undefined && !existsSync(join(from.dataDir, "database"))) {
    throw new CannotStart(`There is no database in ${from.dataDir}. CLEW_DATA names the folder to copy from.`);
  }
  const [near, far] = [locateBlobs(from), locateBlobs(to)];
  await checkBlobs(near);
  await checkBlobs(far);
  const source = await openDb({ dataDir: from.dataDir, databaseUrl: named(from.databaseUrl) });
  try {
    await refuseInUse(source.db);
    const migrations = await readMigrations(source.db);
    if (migrations.length === 0) throw new CannotStart("The source has no tables of Clew.");
    await migrate(source.db);
    const target = await openDb({ dataDir: to.dataDir, databaseUrl: to.databaseUrl });
    try {
      if ((await readMigrations(target.db)).length > 0) await refuseFilled(target.db, await readLayout(target.db));
      await migrate(target.db);
      return await withSnapshot(source.db, (snapshot) =>
        onAnotherDatabase(() => copyAll(snapshot, target.db, { from, to })),
      );
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyAll(source: Db, target: Db, { from, to }: { from: Settings; to: Settings }): Promise<CommandReport> {
  const layout = await readLayout(source);
  // The blobs first: rows that name a blob are only there once it is.
  const blobs = await copyBlobs(await namedBlobs(source), openBlobs(locateBlobs(from)), openBlobs(locateBlobs(to)));
  const tables = new Map(layout.map((table) => [table.name, table]));
  const rowsOf = (name: string): AsyncIterable<readonly string[]> => {
    const table = tables.get(name);
    if (!table) throw new Error(`There is no table ${name}.`);
    return readTableRows(source, table);
  };
  const sums = await fillDatabase(target, { tables: layout, rows: rowsOf });
  const lines: string[] = [];
  const wrong: string[] = [];
  await withSnapshot(target, async (snapshot) => {
    for (const table of layout) {
      const [sent, received] = [sums.get(table.name), await sumRows(snapshot, table)];
      lines.push(`${table.name.padEnd(24)} ${String(received.rows).padStart(10)}  ${received.sum.slice(0, 16)}`);
      // Waiting backtests were ended on the way.
      const isSame = sent?.rows === received.rows && (sent.sum === received.sum || RUNS.has(table.name));
      if (!isSame) wrong.push(`WRONG: ${table.name} had ${sent?.rows} rows (${sent?.sum.slice(0, 16)}).`);
    }
  });
  await copyKey(from, to);
  lines.push(`${"blobs".padEnd(24)} ${String(blobs.copied).padStart(10)}  ${megabytes(blobs.bytes)}`);
  if (blobs.missing > 0) lines.push(`${blobs.missing} blobs were not there: the next sync rebuilds them.`);
  return {
    lines: [
      ...lines,
      ...wrong,
      wrong.length === 0
        ? "Counts and sums are the same on both sides. The source is as it was."
        : "The two sides differ. Empty the target and copy again.",
    ],
    isRight: wrong.length === 0,
  };
}

/** A data folder without the key that the credentials are sealed with cannot be used. */
async function copyKey(from: Settings, to: Settings): Promise<void> {
  const [source, target] = [join(from.dataDir, KEY_FILE), join(to.dataDir, KEY_FILE)];
  if (from.masterKey !== undefined || source === target || !existsSync(source) || existsSync(target)) return;
  await mkdir(to.dataDir, { recursive: true, mode: 0o700 });
  await copyFile(source, target);
}

/** The embedded one has its lock; at a PostgreSQL the sessions are counted. */
async function refuseInUse(db: Db): Promise<void> {
  const count = await countConnectionsOfOthers(db, NAME);
  if (count === 0) return;
  throw new CannotStart(
    `${count} connections to the source are open. Stop every process of Clew (and other programs) on it first: what they write now would not be copied.`,
  );
}

function named(databaseUrl: string | undefined): string | undefined {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", NAME);
  return url.href;
}

/** Copies what the indexes name from one store of blobs to another, of the same database. */
export async function moveBlobs(from: Settings, to: Settings): Promise<CommandReport> {
  const [near, far] = [locateBlobs(from), locateBlobs(to)];
  if (JSON.stringify(near) === JSON.stringify(far)) throw new CannotStart("Source and target are the same store.");
  await checkBlobs(near);
  await checkBlobs(far);
  const database = await openDb({ dataDir: from.dataDir, databaseUrl: from.databaseUrl });
  try {
    await migrate(database.db);
    const { copied, bytes, missing } = await copyBlobs(await namedBlobs(database.db), openBlobs(near), openBlobs(far));
    return {
      lines: [
        `Copied ${copied} blobs (${megabytes(bytes)}). Start the server with CLEW_BLOBS=${to.blobs.driver}.`,
        ...(missing > 0 ? [`${missing} blobs were not there: the next sync rebuilds them.`] : []),
      ],
      isRight: true,
    };
  } finally {
    await database.close();
  }
}
