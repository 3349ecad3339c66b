/** SAML 2.0 providers next to those of OpenID Connect, their accepted assertions, and sessions that a provider limits. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sso_providers
    add column kind text not null default 'oidc' check (kind in ('oidc', 'saml'))`,
  `create table sso_saml (
    provider_id text primary key references sso_providers (id) on delete cascade,
    metadata_url text,
    metadata text not null,
    read_at timestamptz(3) not null,
    certificate text not null,
    signs_requests boolean not null,
    allows_unsolicited boolean not null
  )`,
  `create table sso_assertions (
    provider_id text not null references sso_providers (id) on delete cascade,
    assertion_hash text not null,
    expires_at timestamptz(3) not null,
    primary key (provider_id, assertion_hash)
  )`,
  `create index sso_assertions_expires on sso_assertions (expires_at)`,
  `alter table sso_codes add column ends_at timestamptz(3)`,
  `alter table sessions add column ends_at timestamptz(3)`,
] as const;

export const samlProviders = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
