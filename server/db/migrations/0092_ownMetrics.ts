/** Own metrics. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table own_metrics (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    project_id text references projects (id) on delete cascade,
    name text not null,
    definition jsonb not null,
    target jsonb,
    owner_id text references users (id) on delete set null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  // Formulas name metrics, so that a name has one meaning in a project and in a company.
  `create unique index own_metrics_name on own_metrics (company_id, coalesce(project_id, ''), lower(name))`,
  `create index own_metrics_project on own_metrics (project_id)`,
  `create index own_metrics_owner on own_metrics (owner_id)`,
] as const;

export const ownMetrics = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
