/** What members add to the Insights of a project: targets of metrics, and annotations of charts. */
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
  // A day is text: of a date, the drivers would make a moment in the time zone of the process.
  `create table insight_annotations (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    kind text not null,
    title text not null,
    day text not null,
    author_id text references users (id) on delete set null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index insight_annotations_day on insight_annotations (project_id, day)`,
  `create index insight_annotations_author on insight_annotations (author_id)`,
] as const;

export const insightTargets = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
