/** What the statuses of trackers mean, by their names: the categories of those in the history of issues. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table issue_statuses (
    source_id text not null references sources (id) on delete cascade,
    name text not null,
    category text not null check (category in ('todo', 'in_progress', 'done')),
    constraint issue_statuses_key primary key (source_id, name)
  )`,
  `insert into issue_statuses (source_id, name, category)
    select distinct on (source_id, status) source_id, status, status_category from issues
    where status is not null and status_category is not null
    order by source_id, status, updated_at desc`,
] as const;

export const issueStatuses = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
