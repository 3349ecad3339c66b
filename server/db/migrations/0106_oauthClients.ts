/** Remote MCP clients that sign in by OAuth: their registrations, what users have granted them, and whether a company lets them in. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table oauth_clients (
    id text primary key,
    kind text not null check (kind in ('registered', 'document')),
    name text not null,
    redirect_uris jsonb not null,
    created_at timestamptz(3) not null default now(),
    read_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,
  `create index oauth_clients_unused on oauth_clients (created_at) where used_at is null`,
  `create table oauth_grants (
    token_id text primary key references mcp_tokens (id) on delete cascade,
    client_id text not null references oauth_clients (id),
    redirect_uri text not null,
    resource text not null,
    challenge text not null,
    code_hash text not null constraint oauth_grants_code_unique unique,
    code_expires_at timestamptz(3) not null,
    code_used_at timestamptz(3),
    access_expires_at timestamptz(3),
    family_hash text constraint oauth_grants_family_unique unique,
    refresh_hash text
  )`,
  `create index oauth_grants_client on oauth_grants (client_id)`,
  `create index oauth_grants_unused on oauth_grants (code_expires_at) where code_used_at is null`,
  `alter table companies add column oauth_clients boolean not null default true`,
] as const;

export const oauthClients = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
