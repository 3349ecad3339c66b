/** Reports of dashboards and of Insights, their receivers, and what each of them was sent. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table reports (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    owner_id text references users (id) on delete set null,
    name text not null,
    page jsonb not null,
    period text not null,
    granularity text not null,
    schedule jsonb not null,
    files jsonb not null,
    is_enabled boolean not null,
    scheduled_from timestamptz(3) not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index reports_company on reports (company_id)`,
  `create index reports_owner on reports (owner_id)`,
  `create table report_receivers (
    report_id text not null references reports (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    left_at timestamptz(3),
    primary key (report_id, user_id)
  )`,
  `create index report_receivers_user on report_receivers (user_id)`,
  `create table report_runs (
    id text primary key,
    report_id text not null references reports (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    due_at timestamptz(3) not null,
    state text not null check (state in ('waiting', 'sent', 'kept', 'left', 'failed')),
    attempts integer not null default 0,
    next_attempt_at timestamptz(3) not null,
    detail text,
    content bytea,
    created_at timestamptz(3) not null default now(),
    unique (report_id, user_id, due_at)
  )`,
  `create index report_runs_waiting on report_runs (next_attempt_at) where state = 'waiting'`,
  `create index report_runs_user on report_runs (user_id)`,
] as const;

export const reports = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
