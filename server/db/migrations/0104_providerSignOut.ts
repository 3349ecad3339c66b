/** Signing out at an identity provider together with Clew, and what a session keeps for it. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sso_providers add column signs_out boolean not null default false`,
  `alter table sso_codes add column hint bytea`,
  `create table sso_sign_out_hints (
    session_hash text primary key references sessions (token_hash) on delete cascade,
    sealed bytea not null
  )`,
] as const;

export const providerSignOut = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
