/** Dashboards of a company. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table dashboards (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    owner_id text references users (id) on delete set null,
    name text not null,
    sharing text not null check (sharing in ('private', 'read', 'edit')),
    version integer not null default 1,
    layout jsonb not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    updated_by text references users (id) on delete set null
  )`,
  `create index dashboards_company on dashboards (company_id)`,
  `create index dashboards_owner on dashboards (owner_id)`,
  `create index dashboards_updated_by on dashboards (updated_by)`,
] as const;

export const dashboards = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
