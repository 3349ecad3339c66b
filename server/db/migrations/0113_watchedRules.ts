import { type Kysely, sql } from "kysely";

/** Rules about outdated pages, knowledge at risk and targets of metrics: what an event is about in its source, and what each project was like at the last look. */
const STATEMENTS = [
  `alter table rule_events add column detail text not null default ''`,
  `alter table rule_runs add column detail text not null default ''`,
  `alter table rule_history add column detail text not null default ''`,
  `alter table rule_history drop constraint rule_history_event_check`,
  `alter table rule_history add constraint rule_history_event_check check (event in
    ('sync.failed', 'search.matched', 'page.outdated', 'knowledge.at_risk', 'metric.met', 'metric.missed'))`,
  `alter table rule_history drop constraint rule_history_subject_kind_check`,
  `alter table rule_history add constraint rule_history_subject_kind_check
    check (subject_kind in ('source', 'search', 'project'))`,
  `create table rule_watches (
    project_id text primary key references projects (id) on delete cascade,
    looked_at timestamptz(3) not null,
    states jsonb,
    since timestamptz(3)
  )`,
  `create index rule_watches_looked_at on rule_watches (looked_at)`,
  // Since when outdated pages are kept; projects that exist have no earlier ones.
  `alter table projects add column page_history_since timestamptz(3) not null default now()`,
] as const;

export const watchedRules = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
