import { type Kysely, sql } from "kysely";

/** Sources whose items an importer sends, and the items as they came. A deleted item stays as a row without content, for its revision. */
const STATEMENTS = [
  `create table custom_sources (
    source_id text primary key references sources (id) on delete cascade,
    link_template text not null,
    holds jsonb not null,
    cursor text,
    run text,
    sequence bigint not null default 0,
    read_sequence bigint not null default 0,
    items integer not null default 0,
    bytes bigint not null default 0,
    imported_at timestamptz(3)
  )`,
  `create table imported_items (
    source_id text not null references custom_sources (source_id) on delete cascade,
    kind text not null check (kind in ('issue', 'request', 'page')),
    external_id text not null,
    key text not null,
    revision bigint not null,
    digest text not null,
    content text,
    bytes integer not null,
    sequence bigint not null,
    version integer not null,
    parent_external_id text,
    position integer not null,
    run text,
    constraint imported_items_key primary key (source_id, kind, external_id)
  )`,
  `create index imported_items_sequence on imported_items (source_id, kind, sequence)`,
  `create index imported_items_name on imported_items (source_id, kind, key)`,
] as const;

export const customSources = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
