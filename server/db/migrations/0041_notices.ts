/** Notices of users, their settings, and from when on the changes of a source are noticed. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table notices (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    project_id text references projects (id) on delete cascade,
    source_id text references sources (id) on delete cascade,
    kind text not null,
    key text not null,
    bundle text not null,
    subject_kind text,
    subject_id text,
    count integer not null,
    data jsonb not null,
    channel text not null,
    created_at timestamptz(3) not null default now(),
    at timestamptz(3) not null,
    read_at timestamptz(3),
    resolved_at timestamptz(3),
    mailed_count integer not null default 0,
    constraint notices_key_unique unique (user_id, key)
  )`,
  `create unique index notices_bundle_unique on notices (user_id, bundle) where read_at is null`,
  `create index notices_user_at on notices (user_id, at)`,
  `create index notices_mail on notices (user_id) where read_at is null and channel in ('daily', 'single') and mailed_count < count`,
  `create index notices_project on notices (project_id)`,
  `create index notices_source on notices (source_id)`,
  `create index notices_at on notices (at)`,
  `create table notice_marks (
    source_id text primary key references sources (id) on delete cascade,
    since timestamptz(3) not null,
    commit_id bigint not null
  )`,
  // Sources that have been imported already: what they have is not new.
  `insert into notice_marks (source_id, since, commit_id)
    select s.id, now(), coalesce((select max(c.id) from git_commits c where c.source_id = s.id), 0)
    from sources s where s.sync_items > 0`,
  `create table notice_settings (
    user_id text primary key references users (id) on delete cascade,
    time_zone text,
    mails boolean not null,
    digest_hour smallint not null,
    quiet_from smallint,
    quiet_to smallint,
    single_at timestamptz(3),
    constraint notice_settings_quiet check ((quiet_from is null) = (quiet_to is null))
  )`,
  `create table notice_channels (
    user_id text not null references users (id) on delete cascade,
    project_id text references projects (id) on delete cascade,
    kind text not null,
    channel text not null
  )`,
  `create unique index notice_channels_unique on notice_channels (user_id, coalesce(project_id, ''), kind)`,
  `create index notice_channels_project on notice_channels (project_id)`,
] as const;

export const notices = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
