import { type Kysely, sql } from "kysely";

/**
 * What the host of each source has, compared with what is stored; items that the next sync reads again because they differ; and items that
 * syncs skipped because of a malformed field.
 */
const STATEMENTS = [
  `create table source_ledgers (
    source_id text primary key references sources (id) on delete cascade,
    state text not null check (state in ('queued', 'running', 'waiting', 'done', 'failed')),
    requested_at timestamptz(3) not null,
    done integer not null default 0,
    total integer,
    error text,
    error_code text,
    counted_at timestamptz(3),
    counts jsonb not null default '[]',
    was_syncing boolean not null default false,
    sampled integer not null default 0,
    differences jsonb not null default '[]',
    follows_up boolean not null default false
  )`,
  `create table items_to_reread (
    source_id text not null references sources (id) on delete cascade,
    kind text not null check (kind in ('issue', 'request', 'page')),
    external_id text not null,
    key text not null,
    constraint items_to_reread_key primary key (source_id, kind, external_id)
  )`,
  `create table unreadable_items (
    source_id text not null references sources (id) on delete cascade,
    kind text not null check (kind in ('issues', 'comments', 'requests', 'pages')),
    item text not null,
    field text not null,
    constraint unreadable_items_key primary key (source_id, kind, item)
  )`,
] as const;

export const sourceLedgers = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
