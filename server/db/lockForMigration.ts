/** How a migration takes its locks while processes of the former version answer requests. */
import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { errorMessage } from "../errors.ts";
import { isBlocked } from "./databaseErrors.ts";

/**
 * The share of PostgreSQL's `deadlock_timeout` in which all locks are taken, or none. PostgreSQL looks for a deadlock when a statement has
 * waited that long, and then ends it: within half of the time no request can be ended because of a migration.
 */
const SHARE = 0.5;

/**
 * Migrations of which the first that runs locks all tables before it changes one. A migration that took its locks one after the other, as
 * its statements need them, would wait for requests that wait for it.
 * @param lockMs in place of the share of `deadlock_timeout`, in tests
 */
export function lockingMigrations(migrations: Record<string, Migration>, lockMs?: number): Record<string, Migration> {
  let isFirst = true;
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => {
      const up: Migration["up"] = async (db) => {
        if (isFirst) await lockAllTables(db, lockMs);
        isFirst = false;
        await migration.up(db);
      };
      return [name, { ...migration, up }];
    }),
  );
}

/** The locks of a migration were not free in time: another attempt may get them. */
export class LocksNotFree extends Error {
  override readonly name = "LocksNotFree";
}

/** @throws LocksNotFree */
async function lockAllTables(db: Kysely<unknown>, lockMs: number | undefined): Promise<void> {
  // A table of another owner, as an extension makes it in this schema, is none that a migration changes, and may not be locked.
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_%' and pg_has_role(tableowner, 'usage') order by 1`.execute(
    db,
  );
  if (tables.length === 0) return;
  const { rows } = await sql<{ timeout: string; deadlock: number }>`
    select current_setting('statement_timeout') as timeout, setting::int as deadlock
    from pg_settings where name = 'deadlock_timeout'`.execute(db);
  const { timeout = "0", deadlock = 1000 } = rows[0] ?? {};
  const limit = Math.max(1, Math.floor(lockMs ?? deadlock * SHARE));
  await sql`select set_config('statement_timeout', ${String(limit)}, true)`.execute(db);
  const names = sql.raw(tables.map(({ name }) => name).join(", "));
  await sql`lock table ${names} in access exclusive mode`.execute(db).catch((cause: unknown) => {
    throw isBlocked(cause) ? new LocksNotFree(errorMessage(cause), { cause }) : cause;
  });
  await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(db);
}
