/** Personal tokens for the API, the devices that users sign in on, and what a company demands of sessions and tokens. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table api_tokens (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null constraint api_tokens_hash_unique unique,
    preview text not null,
    scope text not null check (scope in ('read', 'write')),
    all_projects boolean not null,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3),
    last_address text not null default '',
    last_client text not null default '',
    warned_at timestamptz(3)
  )`,
  `create index api_tokens_user on api_tokens (user_id)`,
  `create index api_tokens_unwarned on api_tokens (expires_at) where warned_at is null`,
  `create table api_token_projects (
    token_id text not null references api_tokens (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    primary key (token_id, project_id)
  )`,
  `create index api_token_projects_project on api_token_projects (project_id)`,
  `create table known_devices (
    user_id text not null references users (id) on delete cascade,
    device_hash text not null,
    seen_at timestamptz(3) not null,
    primary key (user_id, device_hash)
  )`,
  `create index known_devices_seen on known_devices (seen_at)`,
  // Null, or an empty list of networks: no limit.
  `alter table companies
    add column session_idle_minutes integer,
    add column session_max_hours integer,
    add column token_max_days integer,
    add column allowed_networks text not null default ''`,
] as const;

export const apiTokens = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
