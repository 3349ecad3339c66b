/** The tables of server/db/schema/schema.ts. Times keep milliseconds, because that is what a Date can carry there and back. */
import { sql, type Kysely } from "kysely";

/** One statement each, in the order in which they refer to each other. */
const STATEMENTS = [
  `create table companies (
    id text primary key,
    name text not null,
    plan text not null check (plan in ('Standard', 'Premium', 'Enterprise')),
    subscription_status text not null check (subscription_status in ('trial', 'active', 'expired', 'canceled')),
    trial_ends_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create table users (
    id text primary key,
    email text not null constraint users_email_unique unique,
    name text not null,
    password_hash text not null,
    language text not null check (language in ('EN', 'TR')),
    company_id text references companies (id) on delete set null,
    company_role text not null check (company_role in ('Admin', 'Member')),
    verified_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index users_company on users (company_id)`,
  `create table sessions (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3) not null,
    expires_at timestamptz(3) not null
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (expires_at)`,
  `create table invitations (
    id text primary key,
    token_hash text not null constraint invitations_token_unique unique,
    company_id text not null references companies (id) on delete cascade,
    email text not null,
    role text not null check (role in ('Admin', 'Member')),
    invited_by text references users (id) on delete set null,
    expires_at timestamptz(3) not null,
    accepted_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  // One open invitation for an address; old ones stay for the record.
  `create unique index invitations_open_unique on invitations (company_id, email) where accepted_at is null and revoked_at is null`,
  `create table discounts (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    name text not null,
    percent double precision not null,
    ends_at timestamptz(3)
  )`,
  `create index discounts_company on discounts (company_id)`,
  `create table invoices (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    number text not null,
    issued_at timestamptz(3) not null,
    due_at timestamptz(3),
    amount_cents bigint not null,
    currency text not null,
    status text not null check (status in ('paid', 'open', 'void')),
    download_url text,
    constraint invoices_number_unique unique (company_id, number)
  )`,
  `create table secrets (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    cipher bytea not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index secrets_company on secrets (company_id)`,

  `create table projects (
    id text primary key,
    slug text not null constraint projects_slug_unique unique,
    name text not null,
    company_id text not null references companies (id) on delete cascade,
    created_by text not null references users (id),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null
  )`,
  `create index projects_company on projects (company_id)`,
  `create index projects_creator on projects (created_by)`,
  `create table project_members (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    email text not null,
    role text not null check (role in ('Owner', 'Maintainer', 'Developer', 'Viewer')),
    created_at timestamptz(3) not null default now(),
    constraint project_members_user_unique unique (project_id, user_id),
    constraint project_members_email_unique unique (project_id, email)
  )`,
  `create index project_members_user on project_members (user_id)`,
  `create index project_members_pending on project_members (email) where user_id is null`,
  `create table sources (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    kind text not null check (kind in ('repository', 'tracker', 'wiki')),
    provider text not null,
    url text not null,
    name text not null,
    default_branch text,
    visibility text not null check (visibility in ('public', 'private', 'unknown')),
    secret_id text references secrets (id) on delete set null,
    cursor jsonb,
    sync_state text not null check (sync_state in ('queued', 'running', 'ready', 'failed')),
    sync_step text,
    sync_done integer not null,
    sync_total integer,
    sync_error text,
    sync_finished_at timestamptz(3),
    sync_items integer not null,
    created_at timestamptz(3) not null default now(),
    constraint sources_url_unique unique (project_id, kind, url)
  )`,
  `create index sources_secret on sources (secret_id)`,
  `create index sources_state on sources (sync_state)`,

  `create table git_authors (
    id bigint generated by default as identity primary key,
    source_id text not null references sources (id) on delete cascade,
    name text not null,
    email text not null,
    constraint git_authors_unique unique (source_id, email, name)
  )`,
  `create table git_paths (
    id bigint generated by default as identity primary key,
    source_id text not null references sources (id) on delete cascade,
    path text not null,
    constraint git_paths_unique unique (source_id, path)
  )`,
  `create table git_commits (
    id bigint generated by default as identity primary key,
    source_id text not null references sources (id) on delete cascade,
    hash text not null,
    author_id bigint not null references git_authors (id) on delete cascade,
    authored_at timestamptz(3) not null,
    committed_at timestamptz(3) not null,
    message text not null,
    parents integer not null,
    constraint git_commits_unique unique (source_id, hash)
  )`,
  `create index git_commits_time on git_commits (source_id, committed_at desc)`,
  `create index git_commits_author on git_commits (author_id)`,
  // By far the largest table. Its path needs no constraint of its own: path and commit go with their source together.
  `create table git_changes (
    commit_id bigint not null references git_commits (id) on delete cascade,
    path_id bigint not null,
    kind text not null,
    constraint git_changes_key primary key (commit_id, path_id)
  )`,
  `create index git_changes_path on git_changes (path_id)`,

  `create table people (
    id text primary key,
    source_id text not null references sources (id) on delete cascade,
    external_id text not null,
    login text not null,
    name text not null,
    email text,
    avatar_url text,
    is_bot boolean not null,
    constraint people_unique unique (source_id, external_id)
  )`,
  `create table issues (
    id text primary key,
    source_id text not null references sources (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    external_id text not null,
    number integer,
    key text not null,
    title text not null,
    body text not null,
    state text not null check (state in ('open', 'closed')),
    url text not null,
    author_id text references people (id) on delete set null,
    labels jsonb not null,
    comments_count integer not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    closed_at timestamptz(3),
    constraint issues_unique unique (source_id, external_id)
  )`,
  `create index issues_updated on issues (project_id, updated_at desc, id)`,
  `create index issues_created on issues (project_id, created_at desc, id)`,
  `create index issues_state on issues (project_id, state, updated_at desc, id)`,
  `create index issues_key on issues (project_id, key)`,
  `create index issues_author on issues (author_id)`,
  `create table issue_assignees (
    issue_id text not null references issues (id) on delete cascade,
    person_id text not null references people (id) on delete cascade,
    constraint issue_assignees_key primary key (issue_id, person_id)
  )`,
  `create index issue_assignees_person on issue_assignees (person_id)`,
  `create table issue_comments (
    id text primary key,
    issue_id text not null references issues (id) on delete cascade,
    external_id text not null,
    author_id text references people (id) on delete set null,
    body text not null,
    url text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint issue_comments_unique unique (issue_id, external_id)
  )`,
  `create index issue_comments_author on issue_comments (author_id)`,

  `create table artifacts (
    project_id text primary key references projects (id) on delete cascade,
    generation bigint not null,
    format_version integer not null,
    manifest jsonb not null,
    updated_at timestamptz(3) not null
  )`,
  // No constraint on the project: the news that it is gone outlives it.
  `create table events (
    id bigint generated by default as identity primary key,
    company_id text references companies (id) on delete cascade,
    project_id text,
    user_id text references users (id) on delete cascade,
    type text not null,
    message jsonb not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index events_time on events (created_at)`,
] as const;

export const initial = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
