/** Check runs of requests at their host: for which sources they are on, and which of them are reported. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table source_checks (
    source_id text primary key references sources (id) on delete cascade,
    blocking jsonb not null,
    language text not null,
    enabled_by text references users (id) on delete set null,
    enabled_at timestamptz(3) not null default now(),
    failure text
  )`,
  `create index source_checks_enabled_by on source_checks (enabled_by)`,
  `create table request_check_runs (
    request_id text primary key references change_requests (id) on delete cascade,
    source_id text not null references source_checks (source_id) on delete cascade,
    head_hash text not null,
    state text not null check (state in ('waiting', 'reported', 'outdated', 'refused')),
    attempts integer not null default 0,
    due_at timestamptz(3) not null default now(),
    settled_at timestamptz(3)
  )`,
  `create index request_check_runs_source on request_check_runs (source_id)`,
  `create index request_check_runs_due on request_check_runs (due_at) where state = 'waiting'`,
] as const;

export const requestCheckRuns = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
