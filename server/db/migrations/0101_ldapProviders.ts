/** LDAP providers next to those of the other kinds, and sign-ins at them that wait for a second factor. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sso_providers drop constraint sso_providers_kind_check`,
  `alter table sso_providers add constraint sso_providers_kind_check check (kind in ('oidc', 'saml', 'ldap'))`,
  `create table sso_ldap (
    provider_id text primary key references sso_providers (id) on delete cascade,
    search_base text not null,
    filter text not null,
    address_attribute text not null,
    name_attribute text not null,
    ca text
  )`,
  `alter table sign_in_tickets
    add column sso_provider_id text references sso_providers (id) on delete cascade,
    add column sso_subject text`,
  `create index sign_in_tickets_provider on sign_in_tickets (sso_provider_id)`,
] as const;

export const ldapProviders = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
