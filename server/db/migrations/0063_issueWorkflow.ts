/** The workflow of issues: status, reason of closing, milestones, components, other facts, and links between issues. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table issues
    add column status text,
    add column status_category text check (status_category in ('todo', 'in_progress', 'done')),
    add column resolution text,
    add column milestones jsonb not null default '[]',
    add column components jsonb not null default '[]',
    add column facts jsonb,
    add column more_links integer not null default 0,
    add column read_version smallint not null default 0`,
  // Facets are counted from it alone, without the rows, which are mostly text.
  `create index issues_workflow on issues (project_id, status, priority, type)`,
  `create index issues_milestones on issues using gin (milestones)`,
  `create index issues_components on issues using gin (components)`,

  `create table issue_links (
    issue_id text not null references issues (id) on delete cascade,
    origin text not null check (origin in ('issue', 'comment')),
    position integer not null,
    project_id text not null,
    kind text not null,
    name text,
    other_key text not null,
    other_place text,
    other_title text,
    other_url text,
    constraint issue_links_key primary key (issue_id, origin, position)
  )`,
  `create index issue_links_other on issue_links (project_id, other_key)`,

  // Issues are read again from the first. What the cursor knows of the project itself stays: it may have been renamed.
  `update sources set cursor = cursor #- '{tracker,issues}' #- '{tracker,comments}' #- '{tracker,until}' #- '{tracker,next}' #- '{tracker,reading}'
    where kind = 'tracker' and jsonb_typeof(cursor -> 'tracker') = 'object'`,
] as const;

export const issueWorkflow = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
