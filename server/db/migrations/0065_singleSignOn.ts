/** Single sign-on: identity providers of companies, their domains, the accounts that are linked to them, and sign-ins in progress. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table sso_providers (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    label text not null,
    issuer text not null,
    client_id text not null,
    secret_id text references secrets (id) on delete set null,
    scopes text not null,
    trusts_addresses boolean not null,
    is_enabled boolean not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index sso_providers_company on sso_providers (company_id)`,
  `create index sso_providers_secret on sso_providers (secret_id)`,
  `create table sso_domains (
    id text primary key,
    provider_id text not null references sso_providers (id) on delete cascade,
    name text not null,
    record text not null,
    verified_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create unique index sso_domains_provider_name on sso_domains (provider_id, name)`,
  // A domain routes to one provider of one company.
  `create unique index sso_domains_verified_unique on sso_domains (name) where verified_at is not null`,
  `create table sso_accounts (
    provider_id text not null references sso_providers (id) on delete cascade,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at timestamptz(3) not null default now(),
    primary key (provider_id, subject)
  )`,
  `create unique index sso_accounts_provider_user_unique on sso_accounts (provider_id, user_id)`,
  `create index sso_accounts_user on sso_accounts (user_id)`,
  `create table sso_attempts (
    state_hash text primary key,
    provider_id text not null references sso_providers (id) on delete cascade,
    verifier_hash text not null,
    sealed bytea not null,
    expires_at timestamptz(3) not null
  )`,
  `create index sso_attempts_provider on sso_attempts (provider_id)`,
  `create table sso_codes (
    code_hash text primary key,
    provider_id text not null references sso_providers (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    verifier_hash text not null,
    subject text not null,
    sid text,
    expires_at timestamptz(3) not null
  )`,
  `create index sso_codes_provider on sso_codes (provider_id)`,
  `create index sso_codes_user on sso_codes (user_id)`,
  `alter table companies add column sso_required boolean not null default false`,
  `alter table users add column keeps_password boolean not null default false`,
  `alter table sessions
    add column sso_provider_id text references sso_providers (id) on delete cascade,
    add column sso_subject text,
    add column sso_sid text`,
  `create index sessions_sso_provider on sessions (sso_provider_id)`,
] as const;

export const singleSignOn = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
