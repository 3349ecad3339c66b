/** What a job found out about the names in a project's pages, and what it knows of the histories of repositories. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table reference_checks (
    project_id text primary key references projects (id) on delete cascade,
    requested text not null,
    checked text,
    is_read boolean not null default false,
    since timestamptz
  )`,
  // By a hash: a path may be longer than a key of an index.
  `create table checked_pages (
    source_id text not null references sources (id) on delete cascade,
    path text not null,
    names integer not null
  )`,
  "create index checked_pages_place on checked_pages (source_id, md5(path))",
  `create table stale_references (
    source_id text not null references sources (id) on delete cascade,
    path text not null,
    name text not null,
    kind text not null,
    lines jsonb not null,
    removed_from text not null references sources (id) on delete cascade,
    hash text not null,
    title text not null,
    author text not null,
    removed_at timestamptz not null,
    file text not null,
    successor text
  )`,
  "create index stale_references_place on stale_references (source_id, md5(path))",
  "create index stale_references_removed_from on stale_references (removed_from)",
  `create table deleted_symbols (
    source_id text primary key references sources (id) on delete cascade,
    head text not null,
    since timestamptz,
    names jsonb not null
  )`,
] as const;

export const staleReferences = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
