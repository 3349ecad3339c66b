/** Wiki pages, pull and merge requests, what happened to issues, links between them, connected accounts. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources
    add column paused_at timestamptz(3),
    add column notes jsonb not null default '[]',
    add column webhook_secret_id text references secrets (id) on delete set null,
    add column connection_id text`,

  `alter table issues add column type text, add column priority text`,

  `create table pages (
    id text primary key,
    source_id text not null references sources (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    external_id text not null,
    space_key text not null,
    space_name text not null,
    parent_external_id text,
    position integer not null,
    title text not null,
    version integer not null,
    author_id text references people (id) on delete set null,
    labels jsonb not null,
    attachments jsonb not null,
    body text not null,
    url text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint pages_unique unique (source_id, external_id)
  )`,
  `create index pages_parent on pages (source_id, parent_external_id)`,
  `create index pages_project on pages (project_id, updated_at desc, id)`,
  `create index pages_author on pages (author_id)`,
  `create table page_versions (
    page_id text not null references pages (id) on delete cascade,
    number integer not null,
    author_id text references people (id) on delete set null,
    created_at timestamptz(3) not null,
    constraint page_versions_key primary key (page_id, number)
  )`,
  `create index page_versions_author on page_versions (author_id)`,

  `create table change_requests (
    id text primary key,
    source_id text not null references sources (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    external_id text not null,
    number integer not null,
    key text not null,
    title text not null,
    body text not null,
    state text not null check (state in ('open', 'closed', 'merged')),
    is_draft boolean not null,
    author_id text references people (id) on delete set null,
    source_branch text,
    target_branch text,
    head_hash text,
    merge_hash text,
    url text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    merged_at timestamptz(3),
    closed_at timestamptz(3),
    details_at timestamptz(3),
    constraint change_requests_unique unique (source_id, external_id)
  )`,
  `create index change_requests_project on change_requests (project_id, updated_at desc, id)`,
  `create index change_requests_author on change_requests (author_id)`,
  `create table request_reviews (
    id text primary key,
    request_id text not null references change_requests (id) on delete cascade,
    external_id text not null,
    person_id text references people (id) on delete set null,
    state text not null check (state in ('approved', 'changes_requested', 'commented', 'dismissed')),
    submitted_at timestamptz(3) not null,
    constraint request_reviews_unique unique (request_id, external_id)
  )`,
  `create index request_reviews_person on request_reviews (person_id)`,
  `create table request_files (
    request_id text not null references change_requests (id) on delete cascade,
    path text not null,
    additions integer,
    deletions integer,
    constraint request_files_key primary key (request_id, path)
  )`,
  `create index request_files_path on request_files (path)`,

  `create table issue_events (
    id text primary key,
    issue_id text not null references issues (id) on delete cascade,
    external_id text not null,
    type text not null,
    actor_id text references people (id) on delete set null,
    detail text,
    created_at timestamptz(3) not null,
    constraint issue_events_unique unique (issue_id, external_id)
  )`,
  `create index issue_events_actor on issue_events (actor_id)`,

  `create table issue_commits (
    issue_id text not null references issues (id) on delete cascade,
    commit_id bigint not null references git_commits (id) on delete cascade,
    how text not null check (how in ('closes', 'mentions', 'request')),
    constraint issue_commits_key primary key (issue_id, commit_id)
  )`,
  `create index issue_commits_commit on issue_commits (commit_id)`,
  `create table issue_requests (
    issue_id text not null references issues (id) on delete cascade,
    request_id text not null references change_requests (id) on delete cascade,
    how text not null check (how in ('closes', 'mentions', 'branch')),
    constraint issue_requests_key primary key (issue_id, request_id)
  )`,
  `create index issue_requests_request on issue_requests (request_id)`,
  `create table page_issues (
    page_id text not null references pages (id) on delete cascade,
    issue_id text not null references issues (id) on delete cascade,
    constraint page_issues_key primary key (page_id, issue_id)
  )`,
  `create index page_issues_issue on page_issues (issue_id)`,
  `create table page_paths (
    page_id text not null references pages (id) on delete cascade,
    path_id bigint not null references git_paths (id) on delete cascade,
    constraint page_paths_key primary key (page_id, path_id)
  )`,
  `create index page_paths_path on page_paths (path_id)`,

  // One person of a project for every account and every commit address that is theirs.
  `create table persons (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    name text not null,
    email text,
    is_bot boolean not null,
    is_settled boolean not null
  )`,
  `create index persons_project on persons (project_id)`,
  `create table person_identities (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    person_id text not null references persons (id) on delete cascade,
    kind text not null check (kind in ('account', 'author')),
    account_id text references people (id) on delete cascade,
    author_id bigint references git_authors (id) on delete cascade,
    constraint person_identities_account unique (project_id, account_id),
    constraint person_identities_author unique (project_id, author_id)
  )`,
  `create index person_identities_person on person_identities (person_id)`,
  `create table person_merges (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    kept_id text not null,
    merged jsonb not null,
    made_by text references users (id) on delete set null,
    made_at timestamptz(3) not null,
    undone_at timestamptz(3)
  )`,
  `create index person_merges_project on person_merges (project_id, made_at desc)`,

  `create table connections (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    provider text not null,
    account text not null,
    scopes text not null,
    secret_id text not null references secrets (id) on delete cascade,
    expires_at timestamptz(3),
    failed_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    constraint connections_unique unique (user_id, provider)
  )`,
  `create index connections_secret on connections (secret_id)`,
  `alter table sources add constraint sources_connection_fk
    foreign key (connection_id) references connections (id) on delete set null`,
  `create index sources_connection on sources (connection_id)`,
  `create index sources_webhook on sources (webhook_secret_id)`,
  `create table oauth_states (
    state_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    session_hash text not null references sessions (token_hash) on delete cascade,
    browser_hash text not null,
    provider text not null,
    sealed bytea not null,
    expires_at timestamptz(3) not null
  )`,
  `create index oauth_states_user on oauth_states (user_id)`,
  `create index oauth_states_session on oauth_states (session_hash)`,
] as const;

export const sources = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
