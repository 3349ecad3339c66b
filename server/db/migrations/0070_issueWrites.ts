/**
 * Writing to trackers: which sources allow it, which connected accounts may be used for it, and a row for each change, which is stored before
 * the tracker is asked.
 */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources add column allows_writing boolean not null default false`,
  `alter table connections add column writes boolean not null default false`,
  `create table issue_writes (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    source_id text not null references sources (id) on delete cascade,
    issue_id text not null references issues (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    request_key text not null,
    digest text not null,
    change jsonb not null,
    state text not null check (state in ('waiting', 'sent', 'lost', 'done', 'refused')),
    trace jsonb,
    reference text,
    text text,
    address text not null,
    leased_until timestamptz(3),
    lease integer not null default 0,
    looks integer not null default 0,
    look_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    sent_at timestamptz(3),
    ended_at timestamptz(3),
    constraint issue_writes_key_unique unique (user_id, request_key)
  )`,
  `create index issue_writes_to_look on issue_writes (look_at) where state = 'sent'`,
  `create index issue_writes_project on issue_writes (project_id)`,
  `create index issue_writes_source on issue_writes (source_id)`,
  `create index issue_writes_issue on issue_writes (issue_id)`,
] as const;

export const issueWrites = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
