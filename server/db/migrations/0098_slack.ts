/** The Slack app of a company, the people who have linked themselves to it, and the messages about their notices. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table slack_apps (
    company_id text primary key references companies (id) on delete cascade,
    team_id text not null,
    team text not null,
    enterprise_id text,
    bot_user_id text not null,
    token_secret_id text references secrets (id) on delete set null,
    signing_secret_id text references secrets (id) on delete set null,
    ended_at timestamptz(3),
    ended_reason text,
    resume_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index slack_apps_token on slack_apps (token_secret_id)`,
  `create index slack_apps_signing on slack_apps (signing_secret_id)`,
  `create table slack_links (
    user_id text primary key references users (id) on delete cascade,
    company_id text not null references slack_apps (company_id) on delete cascade,
    slack_user_id text not null,
    name text not null,
    channel text,
    fault text,
    created_at timestamptz(3) not null default now(),
    constraint slack_links_person_unique unique (company_id, slack_user_id)
  )`,
  `create table slack_link_attempts (
    user_id text primary key references users (id) on delete cascade,
    company_id text not null references slack_apps (company_id) on delete cascade,
    code_hash text not null unique,
    slack_user_id text,
    name text,
    expires_at timestamptz(3) not null
  )`,
  `create index slack_link_attempts_company on slack_link_attempts (company_id)`,
  `create table slack_messages (
    id text primary key,
    user_id text not null references slack_links (user_id) on delete cascade,
    company_id text not null references slack_apps (company_id) on delete cascade,
    notice_id text not null unique references notices (id) on delete cascade,
    state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
    channel text,
    ts text,
    is_repeat boolean not null default false,
    is_settled boolean not null default false,
    results jsonb not null,
    round integer not null default 0,
    attempts integer not null default 0,
    next_attempt_at timestamptz(3) not null,
    leased_until timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index slack_messages_user on slack_messages (user_id)`,
  `create index slack_messages_company on slack_messages (company_id)`,
  `create index slack_messages_due on slack_messages (next_attempt_at) where state in ('waiting', 'sending')`,
  `create table slack_requests (
    company_id text not null references slack_apps (company_id) on delete cascade,
    signature text not null,
    received_at timestamptz(3) not null,
    primary key (company_id, signature)
  )`,
  `create index slack_requests_received on slack_requests (received_at)`,
  `create index notices_slack on notices (user_id) where read_at is null and channel = 'slack' and mailed_count < count`,
] as const;

export const slack = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
