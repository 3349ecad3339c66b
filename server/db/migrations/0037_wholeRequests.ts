/** Pull and merge requests whole: texts of reviews, comments and threads, people, commits, what happened, and checks. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // `read_version` is 0 for what was read before these columns existed: its lists and details are read again.
  `alter table change_requests
    add column labels jsonb not null default '[]',
    add column base_hash text,
    add column merged_by_id text references people (id) on delete set null,
    add column is_cut boolean not null default false,
    add column read_version smallint not null default 0`,
  `create index change_requests_merged_by on change_requests (merged_by_id)`,
  `create index change_requests_number on change_requests (project_id, number)`,
  `update sources set cursor = cursor - 'requests' where cursor ? 'requests'`,

  `alter table request_reviews
    add column body text not null default '',
    add column url text,
    add column commit_hash text`,

  `create table request_people (
    request_id text not null references change_requests (id) on delete cascade,
    person_id text not null references people (id) on delete cascade,
    role text not null check (role in ('assignee', 'reviewer')),
    constraint request_people_key primary key (request_id, role, person_id)
  )`,
  `create index request_people_person on request_people (person_id)`,

  `create table request_comments (
    id text primary key,
    request_id text not null references change_requests (id) on delete cascade,
    external_id text not null,
    thread text,
    review text,
    reply_to text,
    author_id text references people (id) on delete set null,
    body text not null,
    url text,
    path text,
    side text check (side in ('old', 'new')),
    line integer,
    start_line integer,
    commit_hash text,
    hunk text,
    is_outdated boolean not null default false,
    is_resolved boolean,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint request_comments_unique unique (request_id, external_id)
  )`,
  `create index request_comments_author on request_comments (author_id)`,
  `create index request_comments_path on request_comments (path) where path is not null`,

  `create table request_commits (
    request_id text not null references change_requests (id) on delete cascade,
    position integer not null,
    hash text not null,
    title text not null,
    author text not null,
    authored_at timestamptz(3),
    constraint request_commits_key primary key (request_id, position)
  )`,
  `create index request_commits_hash on request_commits (hash)`,

  `create table request_events (
    id text primary key,
    request_id text not null references change_requests (id) on delete cascade,
    external_id text not null,
    type text not null,
    actor_id text references people (id) on delete set null,
    detail text,
    created_at timestamptz(3) not null,
    constraint request_events_unique unique (request_id, external_id)
  )`,
  `create index request_events_actor on request_events (actor_id)`,

  `create table request_checks (
    request_id text not null references change_requests (id) on delete cascade,
    position integer not null,
    name text not null,
    state text not null check (state in ('success', 'failure', 'pending', 'neutral')),
    url text,
    at timestamptz(3),
    constraint request_checks_key primary key (request_id, position)
  )`,
] as const;

export const wholeRequests = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
