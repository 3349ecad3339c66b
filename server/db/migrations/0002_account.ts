/** What accounts need beyond signing in: the outbox, registrations that wait for their code, reset links and tokens for agents. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // `content` is sealed with the master key, because it holds links and codes, and erased when the mail has gone.
  `create table outbox (
    id text primary key,
    kind text not null,
    recipient text not null,
    language text not null check (language in ('EN', 'TR')),
    subject text not null,
    content bytea,
    state text not null check (state in ('waiting', 'kept', 'sent', 'failed')),
    attempts integer not null default 0,
    next_attempt_at timestamptz(3) not null,
    expires_at timestamptz(3),
    sent_at timestamptz(3),
    last_error text,
    created_at timestamptz(3) not null default now()
  )`,
  `create index outbox_due on outbox (next_attempt_at) where state = 'waiting'`,
  `create index outbox_created on outbox (created_at)`,
  // Not an account yet: an address becomes one when its owner has typed the code.
  `create table registrations (
    id text primary key,
    invitation_id text not null constraint registrations_invitation_unique unique references invitations (id) on delete cascade,
    email text not null,
    name text not null,
    password_hash text not null,
    language text not null check (language in ('EN', 'TR')),
    code_hash text not null,
    code_expires_at timestamptz(3) not null,
    code_attempts integer not null default 0,
    created_at timestamptz(3) not null default now()
  )`,
  `create index registrations_email on registrations (email)`,
  `create table password_resets (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index password_resets_user on password_resets (user_id)`,
  `create table mcp_tokens (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null constraint mcp_tokens_hash_unique unique,
    preview text not null,
    last_used_at timestamptz(3),
    expires_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index mcp_tokens_user on mcp_tokens (user_id)`,
  `create table mcp_token_projects (
    token_id text not null references mcp_tokens (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    primary key (token_id, project_id)
  )`,
  `create index mcp_token_projects_project on mcp_token_projects (project_id)`,
] as const;

export const account = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
