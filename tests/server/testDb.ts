/**
 * A fresh, migrated database for a test file, on each engine. Both are copies of one that was prepared once: a folder of the embedded
 * database, which opens in a quarter of a second where creating one takes seconds, and a database of PostgreSQL's own.
 */
import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe } from "vitest";
import { migrate } from "../../server/db/migrate.ts";
import { openDb } from "../../server/db/openDb.ts";
import type { OpenDb } from "../../server/db/openedDb.ts";
import { PgBossQueue } from "../../server/jobs/PgBossQueue.ts";
import { isWholeRun } from "../wholeRun.ts";

export type Engine = "pglite" | "postgres";

export interface TestDb extends OpenDb {
  /** The folder for the files of this test; removed at the end. */
  readonly dataDir: string;
  /** Set on PostgreSQL. */
  readonly databaseUrl: string | undefined;
}

const ROOT = join(import.meta.dirname, "..", "..");
const serverUrl = process.env["TEST_DATABASE_URL"];

/** Runs the same tests on each engine that is there, and says why one is not. */
export function onEachDatabase(name: string, tests: (engine: Engine) => void): void {
  describe(`${name} (embedded)`, () => {
    tests("pglite");
  });
  if (serverUrl === undefined) {
    // The reporter prints the name of a skipped suite, and this is the reason.
    describe.skip(`${name} (PostgreSQL): skipped, TEST_DATABASE_URL is not set`, () => {
      tests("postgres");
    });
  } else {
    describe(`${name} (PostgreSQL)`, () => {
      tests("postgres");
    });
  }
}

/** The database of tests whose promise does not depend on it: PostgreSQL if there is one, because it takes less time. */
export const ONE_ENGINE: Engine = serverUrl === undefined ? "pglite" : "postgres";

/** Runs the tests on `ONE_ENGINE`: rules of a feature, whose statements `everyCall.test.ts` and the tests of tables run on both databases. */
export function onOneDatabase(name: string, tests: (engine: Engine) => void): void {
  if (isWholeRun) {
    onEachDatabase(name, tests);
    return;
  }
  describe(`${name} (${ONE_ENGINE === "pglite" ? "embedded" : "PostgreSQL"})`, () => {
    tests(ONE_ENGINE);
  });
}

/** Exclusive storage on which a test can start a server or a database; migrated unless an empty one is requested. */
export interface TestStorage {
  readonly dataDir: string;
  /** Set on PostgreSQL. */
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

/**
 * Makes storage on an engine. What is opened on it is closed before it is removed.
 * @param options.isEmpty as on the first day: no table, and no file
 */
export async function makeStorage(engine: Engine, { isEmpty = false } = {}): Promise<TestStorage> {
  const dataDir = mkdtempSync(join(tmpdir(), "clew-test-"));
  const removeFolder = (): void => {
    rmSync(dataDir, { recursive: true, force: true });
  };
  if (engine === "pglite") {
    if (!isEmpty) cpSync(await preparedFolder(), join(dataDir, "database"), { recursive: true });
    return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() };
  }
  if (serverUrl === undefined) throw new Error("TEST_DATABASE_URL is not set.");
  const name = `clew_test_${randomUUID().replaceAll("-", "")}`;
  const prepared = isEmpty ? "template1" : await preparedDatabase(serverUrl);
  // Half of the processor time of the usual way, which writes each page to the log.
  await administer(serverUrl, `create database ${name} template ${prepared} strategy file_copy`);
  return {
    dataDir,
    databaseUrl: addressOf(serverUrl, name),
    remove: async () => {
      await administer(serverUrl, `drop database ${name} with (force)`);
      removeFolder();
    },
  };
}

/** Opens a database that no other test sees. `close` removes it. */
export async function openTestDb(engine: Engine = "pglite"): Promise<TestDb> {
  const { dataDir, databaseUrl, remove } = await makeStorage(engine);
  const database = await openDb({ dataDir, databaseUrl, isDurable: false });
  await migrate(database.db);
  return {
    ...database,
    dataDir,
    databaseUrl,
    close: async () => {
      await database.close();
      await remove();
    },
  };
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function administer<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Brings a new database to where tests begin: every migration, and the tables of the queue. */
async function prepare(options: { readonly dataDir: string; readonly databaseUrl?: string }): Promise<void> {
  const database = await openDb({ ...options, isDurable: false });
  await migrate(database.db);
  const onError = (error: unknown): never => {
    throw error;
  };
  const queue = new PgBossQueue({ database, databaseUrl: options.databaseUrl, isWorker: false, onError });
  await queue.start();
  await queue.stop();
  await database.close();
}

/** Another one for each state of the migrations, of the queue and of PGlite. */
function preparedName(): string {
  const folder = join(ROOT, "server", "db", "migrations");
  const hash = createHash("sha256");
  for (const name of ["@electric-sql/pglite", "pg-boss"]) {
    hash.update(readFileSync(join(ROOT, "node_modules", name, "package.json")));
  }
  // Also the list: a file that is there and not yet in it makes another state.
  hash.update(readFileSync(join(folder, "..", "migrate.ts")));
  for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}

/** A prepared data folder of the embedded database. */
async function preparedFolder(): Promise<string> {
  const cache = join(ROOT, "node_modules", ".cache", "clew-tests");
  const path = join(cache, `database-${preparedName()}`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  // In the same folder as its target: a folder cannot be renamed from one disk to another.
  const making = mkdtempSync(join(cache, "making-"));
  await prepare({ dataDir: making });
  try {
    renameSync(join(making, "database"), path);
  } catch (error) {
    // Another test process was faster: its folder is as good.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return path;
}

/** The name of a prepared database, which PostgreSQL copies in a tenth of the time that the migrations take. */
async function preparedDatabase(url: string): Promise<string> {
  const name = `clew_prepared_${preparedName()}`;
  const isThere = async (): Promise<boolean> =>
    (await administer(url, `select from pg_database where datname = '${name}'`)).length > 0;
  if (await isThere()) return name;
  const making = `clew_making_${randomUUID().replaceAll("-", "")}`;
  await administer(url, `create database ${making}`);
  const dataDir = mkdtempSync(join(tmpdir(), "clew-test-"));
  await prepare({ dataDir, databaseUrl: addressOf(url, making) });
  rmSync(dataDir, { recursive: true, force: true });
  try {
    await administer(url, `alter database ${making} rename to ${name}`);
  } catch (error) {
    // Another test process was faster: its database is as good.
    if (!(await isThere())) throw error;
    await administer(url, `drop database ${making} with (force)`);
  }
  return name;
}
