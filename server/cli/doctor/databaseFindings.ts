/** The database: its version, its migrations and its clock; the master key, and whether it opens what is stored. */
import { hasMasterKey, type KeyRing, masterKeyFingerprint, readKeyRing } from "../../access/keys/KeyRing.ts";
import { countForeignValues, storedFingerprint } from "../../access/keys/masterKeyFingerprint.ts";
import { SEALED_COLUMNS } from "../../access/keys/sealedColumns.ts";
import { createSeal } from "../../access/keys/secrets.ts";
import { readDatabaseServer, readDatabaseTime } from "../../db/databaseStatus.ts";
import { listMissingMigrations } from "../../db/migrate.ts";
import type { Db } from "../../db/openDb.ts";
import type { OpenDb } from "../../db/openedDb.ts";
import { listValuesWithoutPrefix } from "../../db/tables/tokens/sealedValues.ts";
import { CannotStart } from "../../errors.ts";
import type { Settings } from "../../settings.ts";
import { failed, type Finding, ok, skipped, warning } from "./Finding.ts";

/** The oldest PostgreSQL, as `server_version_num`. */
const POSTGRES = 150_000;
/** Connections of one process, with those of its threads (docs/OPERATING.md, "More than one machine"). */
const CONNECTIONS = 25;
/** Milliseconds by which the clocks may differ: sessions and jobs compare times of both. */
const CLOCK_MS = 2000;
/** Stored values of each kind that are opened. */
const OPENED = 200;
/** No sealed value begins like this, so that a list without it has all of them. */
const NO_PREFIX = Buffer.alloc(5);

export interface DatabaseDeps {
  readonly database: Pick<OpenDb, "db" | "engine">;
  /** Undefined where there is no master key. */
  readonly keys: KeyRing | undefined;
}

/** Findings about an open database, which is not changed. */
export async function databaseFindings({ database, keys }: DatabaseDeps): Promise<Finding[]> {
  const { db, engine } = database;
  const findings = [
    ok("database", engine === "postgres" ? "PostgreSQL answers." : "The embedded database answers."),
    ...(engine === "postgres" ? await serverFindings(db) : []),
    await clockFinding(db),
  ];
  try {
    const missing = await listMissingMigrations(db);
    findings.push(ok("migrations", migrationsInWords(missing)));
    // Without any of the tables there is nothing that a key could open.
    return missing.includes("0001_first") ? findings : [...findings, ...(await keyFindings(db, keys, missing))];
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return [...findings, failed("migrations", error.message, "Install the version that has run last.")];
  }
}

function migrationsInWords(missing: readonly string[]): string {
  if (missing.length === 0) return "The database is of this version.";
  if (missing.includes("0001_first")) return "The database is empty: the first start makes its tables.";
  return `The next start runs ${missing.length === 1 ? "a migration" : `${missing.length} migrations`}: make a backup before.`;
}

async function serverFindings(db: Db): Promise<Finding[]> {
  const databaseServer = await readDatabaseServer(db);
  if (!databaseServer) return [];
  const findings = [
    databaseServer.version >= POSTGRES
      ? ok("database version", `PostgreSQL ${Math.floor(databaseServer.version / 10_000)}.`)
      : failed(
          "database version",
          `This is PostgreSQL ${Math.floor(databaseServer.version / 10_000)}.`,
          `Use PostgreSQL ${POSTGRES / 10_000} or newer.`,
        ),
  ];
  if (databaseServer.encoding !== "UTF8") {
    findings.push(
      failed(
        "database version",
        `The database stores texts as ${databaseServer.encoding}.`,
        "Create it with: createdb --encoding UTF8 --template template0 clew",
      ),
    );
  }
  if (databaseServer.is_replica) {
    findings.push(
      failed("database", "DATABASE_URL names a replica, which refuses writes.", "Name the primary server."),
    );
  }
  if (!databaseServer.can_create) {
    findings.push(
      failed(
        "database",
        "The user of DATABASE_URL may not create tables in the schema public.",
        "Make it the owner of the database, or: grant create on schema public to USER;",
      ),
    );
  }
  if (databaseServer.connections < CONNECTIONS) {
    findings.push(
      warning(
        "database",
        `The database allows ${databaseServer.connections} connections, and one process uses up to ${CONNECTIONS}.`,
        "Raise max_connections.",
      ),
    );
  }
  return findings;
}

async function clockFinding(db: Db): Promise<Finding> {
  const before = Date.now();
  const time = await readDatabaseTime(db);
  const after = Date.now();
  const ahead = time - (before + after) / 2;
  // An answer that takes long makes the comparison as inexact.
  if (Math.abs(ahead) <= CLOCK_MS + (after - before) / 2) {
    return ok("database clock", "The clocks of the database and of this machine agree.");
  }
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return failed(
    "database clock",
    `The clock of the database is ${seconds} seconds ${ahead > 0 ? "ahead of" : "behind"} this machine's.`,
    "Synchronize both machines (chrony or systemd-timesyncd).",
  );
}

async function keyFindings(db: Db, keys: KeyRing | undefined, missing: readonly string[]): Promise<Finding[]> {
  const stored = await storedFingerprint(db).catch((error: unknown) => {
    // The table is as old as the third migration.
    if (missing.length > 0) return undefined;
    throw error;
  });
  if (keys === undefined) {
    return stored === undefined
      ? [ok("master key", "The first start makes a master key in the data folder.")]
      : [
          failed(
            "master key",
            "There is no master key, and the database was sealed with one.",
            "Set CLEW_MASTER_KEY, or put master.key back into the data folder. Without it stored credentials have to be entered again.",
          ),
        ];
  }
  if (stored === undefined) return [ok("master key", "There is a master key, and the database has no other one.")];
  if (!keys.fingerprints.includes(stored)) {
    return [
      failed(
        "master key",
        `The master key (${masterKeyFingerprint(keys.current).slice(0, 8)}) is not the one that the database was sealed with (${stored.slice(0, 8)}).`,
        "Give every process the CLEW_MASTER_KEY, or the master.key, of that installation.",
      ),
    ];
  }
  return [
    ok("master key", `The master key (${stored.slice(0, 8)}) is that of the database.`),
    await sealedFinding(db, keys),
  ];
}

async function sealedFinding(db: Db, keys: KeyRing): Promise<Finding> {
  let opened = 0;
  let damaged = 0;
  for (const column of SEALED_COLUMNS) {
    const { open } = createSeal(keys, column.purpose);
    for (const { id, value } of await listValuesWithoutPrefix(db, column, NO_PREFIX, { after: "", limit: OPENED })) {
      try {
        open(value, `${column.about}:${id}`);
        opened += 1;
      } catch {
        damaged += 1;
      }
    }
  }
  const foreign = await countForeignValues(db, keys);
  if (damaged === 0 && foreign === 0) return ok("stored secrets", `${opened} stored secrets were opened.`);
  return failed(
    "stored secrets",
    `${Math.max(damaged, foreign)} stored secrets cannot be opened; ${opened} were opened.`,
    "Give the server the key that they were sealed with as CLEW_MASTER_KEY_PREVIOUS and run clew operator key rotate, or enter these credentials again.",
  );
}

/** The master keys without making one. @throws CannotStart for a file that cannot be used */
export const keysIfThere = (settings: Settings): KeyRing | undefined =>
  hasMasterKey(settings) ? readKeyRing(settings) : undefined;

/** The finding of an installation without a database. */
export const noDatabase = (): Finding =>
  skipped("database", "There is no database in the data folder: the first start creates it.");
