/** Quotas of companies, what their sources occupy on the disk, and what a waiting sync waits for. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // A null is the installation's default, a 0 is no limit.
  `create table company_quotas (
    company_id text primary key references companies (id) on delete cascade,
    disk_mb bigint check (disk_mb >= 0),
    sources integer check (sources >= 0),
    syncs integer check (syncs >= 0),
    updated_at timestamptz(3) not null default now()
  )`,
  `create table source_disk (
    source_id text primary key references sources (id) on delete cascade,
    copy_bytes bigint not null default 0,
    row_bytes bigint not null default 0,
    needed_bytes bigint,
    measured_at timestamptz(3) not null
  )`,
  `create table index_disk (
    project_id text primary key references projects (id) on delete cascade,
    generation integer not null,
    bytes bigint not null,
    measured_at timestamptz(3) not null
  )`,
  `alter table sources add column waits_for text check (waits_for in ('disk', 'syncs'))`,
] as const;

export const quotas = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
