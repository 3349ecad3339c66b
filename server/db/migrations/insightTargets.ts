/** What a project wants its metrics to be. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table insight_targets (
    project_id text not null references projects (id) on delete cascade,
    metric text not null,
    value double precision not null,
    set_by text references users (id) on delete set null,
    set_at timestamptz(3) not null,
    primary key (project_id, metric)
  )`,
  `create index insight_targets_user on insight_targets (set_by)`,
] as const;

export const insightTargets = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
