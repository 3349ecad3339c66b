import { type Kysely, sql } from "kysely";

/** Tokens that import into one custom source and do nothing else. */
const STATEMENTS = [
  `create table import_tokens (
    id text primary key,
    source_id text not null references custom_sources (source_id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null unique,
    preview text not null,
    last_used_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index import_tokens_source on import_tokens (source_id)`,
  `create index import_tokens_user on import_tokens (user_id)`,
] as const;

export const importTokens = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
