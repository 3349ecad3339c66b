import { type Kysely, sql } from "kysely";

/** Runs of the engines over a project's own past, and what came out of them. */
const STATEMENTS = [
  `create table backtests (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    started_by text references users (id) on delete set null,
    state text not null check (state in ('queued', 'running', 'done', 'failed')),
    done integer not null default 0,
    total integer,
    error text,
    result jsonb,
    created_at timestamptz(3) not null default now(),
    finished_at timestamptz(3)
  )`,
  `create index backtests_newest on backtests (project_id, created_at desc)`,
  // One at a time: concurrent backtests would distort each other's timings.
  `create unique index backtests_running on backtests (project_id) where state in ('queued', 'running')`,
] as const;

export const backtest = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
