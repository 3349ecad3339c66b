/** The order of likely files by the model of a company: its switch for each project, its backtests, and answers that need not be bought again. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table model_order_runs (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    started_by text references users (id) on delete set null,
    address text not null,
    model text not null,
    prompt_version integer not null,
    state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    total integer,
    error text,
    result jsonb,
    created_at timestamptz(3) not null default now(),
    finished_at timestamptz(3)
  )`,
  `create index model_order_runs_newest on model_order_runs (project_id, created_at desc)`,
  `create index model_order_runs_starter on model_order_runs (started_by)`,
  `create unique index model_order_runs_running on model_order_runs (project_id) where state in ('queued', 'running')`,
  // A run that a killed process left continues behind these.
  `create table model_order_cases (
    run_id text not null references model_order_runs (id) on delete cascade,
    issue_id text not null,
    ranks jsonb not null,
    requests integer not null,
    tokens bigint not null,
    cost double precision not null,
    primary key (run_id, issue_id)
  )`,
  `create table model_order_switches (
    project_id text primary key references projects (id) on delete cascade,
    is_on boolean not null,
    off_reason text,
    address text not null,
    model text not null,
    prompt_version integer not null,
    changed_at timestamptz(3) not null
  )`,
  // Numbers alone: no text of a project. The key is a digest of everything that was asked.
  `create table model_answers (
    company_id text not null references companies (id) on delete cascade,
    digest text not null,
    numbers jsonb,
    created_at timestamptz(3) not null,
    primary key (company_id, digest)
  )`,
  `create index model_answers_age on model_answers (created_at)`,
] as const;

export const modelOrders = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
