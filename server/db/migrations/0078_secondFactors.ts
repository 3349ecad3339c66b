/** Second factors of users: passkeys, authenticator apps and recovery codes; challenges, sign-ins in progress, and companies that require a factor. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    credential_id text not null,
    public_key bytea not null,
    counter bigint not null,
    name text not null,
    is_synced boolean not null,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3)
  )`,
  `create unique index passkeys_credential_unique on passkeys (credential_id)`,
  `create index passkeys_user on passkeys (user_id)`,
  `create table authenticator_apps (
    user_id text primary key references users (id) on delete cascade,
    sealed bytea not null,
    last_step bigint not null,
    confirmed_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  )`,
  `create table passkey_challenges (
    challenge_hash text primary key,
    purpose text not null,
    session_hash text references sessions (token_hash) on delete cascade,
    expires_at timestamptz(3) not null,
    check (purpose in ('sign_in', 'create', 'confirm'))
  )`,
  `create index passkey_challenges_session on passkey_challenges (session_hash)`,
  `create index passkey_challenges_end on passkey_challenges (expires_at)`,
  `create table sign_in_tickets (
    ticket_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at timestamptz(3) not null
  )`,
  `create index sign_in_tickets_user on sign_in_tickets (user_id)`,
  `create index sign_in_tickets_end on sign_in_tickets (expires_at)`,
  `alter table companies add column requires_second_factor boolean not null default false`,
] as const;

export const secondFactors = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
