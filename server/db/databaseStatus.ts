/** The state of a database: its clock, its tables and its connections. */
import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/** Milliseconds since 1970 by the database's clock. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`.execute(db);
  return rows[0]?.now ?? 0;
}

/** What a server of PostgreSQL allows. */
export interface DatabaseServer {
  /** Such as 170002. */
  readonly version: number;
  readonly encoding: string;
  readonly connections: number;
  /** Whether migrations may create tables. */
  readonly can_create: boolean;
  readonly is_replica: boolean;
}

export async function readDatabaseServer(db: Db): Promise<DatabaseServer | undefined> {
  const { rows } = await sql<DatabaseServer>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      has_schema_privilege('public', 'create') as can_create, pg_is_in_recovery() as is_replica`.execute(db);
  return rows[0];
}

/** Connections of other programs than this, which names itself so. */
export async function countConnectionsOfOthers(db: Db, applicationName: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name <> ${applicationName}
      and pid <> pg_backend_pid()`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The migrations that have run, with their times, oldest first. @throws DatabaseError where none has */
export async function listMigrationRuns(db: Db): Promise<{ name: string; timestamp: string }[]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name`.execute(db);
  return rows;
}

/** Rows of each table, by its name. */
export async function countRowsOfTables(db: Db): Promise<{ name: string; rows: number | null }[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const counted: { name: string; rows: number | null }[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::float8 as count from ${sql.table(name)}`.execute(db);
    counted.push({ name, rows: rows[0]?.count ?? null });
  }
  return counted;
}
