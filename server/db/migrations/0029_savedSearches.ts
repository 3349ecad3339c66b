/** Searches that users keep under a name, and who is notified of their new matches. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table saved_searches (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    q text not null,
    facets jsonb not null,
    is_shared boolean not null,
    seen bytea,
    compared text,
    is_too_broad boolean not null default false,
    created_at timestamptz(3) not null default now()
  )`,
  `create unique index saved_searches_name_unique on saved_searches (project_id, user_id, lower(name))`,
  `create index saved_searches_user on saved_searches (user_id)`,
  `create table search_watches (
    search_id text not null references saved_searches (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    primary key (search_id, user_id)
  )`,
  `create index search_watches_user on search_watches (user_id)`,
] as const;

export const savedSearches = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
