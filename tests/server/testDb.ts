/**
 * A fresh, migrated database for a test file, on each engine. The embedded one is a copy of a prepared folder, which opens in
 * a quarter of a second where creating one takes seconds; on PostgreSQL it is a database of its own.
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

export type Engine = "pglite" | "postgres";

export interface TestDb extends OpenDb {
  /** Where the files of this test may stand; removed at the end. */
  readonly dataDir: string;
  /** Set on PostgreSQL. */
  readonly databaseUrl: string | undefined;
}

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

/** Where a server or a database of a test can be started: migrated, empty, and nobody else's. */
export interface TestPlace {
  readonly dataDir: string;
  /** Set on PostgreSQL. */
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

/** Makes a place on an engine. What is opened on it is closed before it is removed. */
export async function makePlace(engine: Engine): Promise<TestPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), "clew-test-"));
  const removeFolder = (): void => {
    rmSync(dataDir, { recursive: true, force: true });
  };
  if (engine === "pglite") {
    cpSync(await template(), join(dataDir, "database"), { recursive: true });
    return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() };
  }
  if (serverUrl === undefined) throw new Error("TEST_DATABASE_URL is not set.");
  const name = `clew_test_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    dataDir,
    databaseUrl: url.href,
    remove: async () => {
      await administer(serverUrl, `drop database ${name} with (force)`);
      removeFolder();
    },
  };
}

/** Opens a database that no other test sees. `close` removes it. */
export async function openTestDb(engine: Engine = "pglite"): Promise<TestDb> {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
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

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated data directory, made once for each state of the migrations and of PGlite. */
async function template(): Promise<string> {
  const root = join(import.meta.dirname, "..", "..");
  const folder = join(root, "server", "db", "migrations");
  const hash = createHash("sha256").update(
    readFileSync(join(root, "node_modules", "@electric-sql", "pglite", "package.json")),
  );
  // Also the list: a file that is there and not yet in it makes another state.
  hash.update(readFileSync(join(folder, "..", "migrate.ts")));
  for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, file)));
  const cache = join(root, "node_modules", ".cache", "clew-tests");
  const path = join(cache, `database-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  // Beside its place: a folder cannot be renamed from one disk to another.
  const making = mkdtempSync(join(cache, "making-"));
  const database = await openDb({ dataDir: making, isDurable: false });
  await migrate(database.db);
  await database.close();
  try {
    renameSync(join(making, "database"), path);
  } catch (error) {
    // Another test process was faster: its template is as good.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return path;
}
