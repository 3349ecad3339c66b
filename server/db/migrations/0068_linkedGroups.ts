import { type Kysely, sql } from "kysely";

/** Organisations, groups, workspaces and folders whose repositories follow into a project, and the sources that came from them. */
const STATEMENTS = [
  `create table linked_groups (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    provider text not null,
    url text not null,
    name text not null,
    filter jsonb not null,
    with_issues boolean not null,
    removed_repositories jsonb not null default '[]',
    access text not null check (access in ('none', 'token', 'account')),
    secret_id text references secrets (id) on delete set null,
    connection_id text references connections (id) on delete set null,
    access_by text references users (id) on delete set null,
    webhook_secret_id text references secrets (id) on delete set null,
    state text not null check (state in ('queued', 'running', 'waiting', 'ready', 'failed')),
    error text,
    error_code text,
    due_at timestamptz(3) not null,
    compared_at timestamptz(3),
    counts jsonb,
    room text,
    created_at timestamptz(3) not null default now(),
    constraint linked_groups_url_unique unique (project_id, url)
  )`,
  `create index linked_groups_due on linked_groups (due_at)`,
  `create index linked_groups_secret on linked_groups (secret_id)`,
  `create index linked_groups_connection on linked_groups (connection_id)`,
  `create index linked_groups_webhook on linked_groups (webhook_secret_id)`,
  `alter table sources
    add column group_id text references linked_groups (id) on delete set null,
    add column group_repository text,
    add column leaves_at timestamptz(3),
    add column leaves_because text`,
  `create index sources_group on sources (group_id)`,
] as const;

export const linkedGroups = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
