/** What the statuses of trackers mean, by their names; links that the host noted; and the custom fields that a source reads. */
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

  // Not validated: what is stored has one of the first two, and a scan would hold the lock of the table.
  `alter table issue_links drop constraint issue_links_origin_check`,
  `alter table issue_links add constraint issue_links_origin_check check (origin in ('issue', 'comment', 'reference')) not valid`,

  `alter table sources add column custom_fields jsonb not null default '[]'`,
] as const;

export const statusesAndFields = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
