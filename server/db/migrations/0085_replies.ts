/** Replies: whether a tracker's issues get one comment of this server, what it has of each issue, and the commands in comments that were handled. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table reply_settings (
    source_id text primary key references sources (id) on delete cascade,
    enabled_by text references users (id) on delete set null,
    enabled_at timestamptz(3),
    uses_app boolean not null,
    account_id text not null,
    account text not null,
    language text not null,
    template text not null,
    mentions boolean not null,
    names_all boolean not null,
    looked_at timestamptz(3),
    waits_until timestamptz(3),
    fault text,
    fault_at timestamptz(3)
  )`,
  `create index reply_settings_enabled_by on reply_settings (enabled_by)`,
  `create table issue_replies (
    issue_id text primary key references issues (id) on delete cascade,
    source_id text not null references sources (id) on delete cascade,
    state text not null,
    is_wanted boolean not null,
    print text not null,
    comment_id text,
    digest text,
    duplicate_of text references issues (id) on delete set null,
    attempts integer not null default 0,
    next_at timestamptz(3) not null default now(),
    lease integer not null default 0,
    leased_until timestamptz(3),
    fault text,
    changed_at timestamptz(3) not null default now()
  )`,
  `create index issue_replies_due on issue_replies (next_at) where state = 'due'`,
  `create index issue_replies_source on issue_replies (source_id, state)`,
  `create index issue_replies_duplicate on issue_replies (duplicate_of)`,
  `create table reply_commands (
    issue_id text not null references issues (id) on delete cascade,
    comment_id text not null,
    handled_at timestamptz(3) not null default now(),
    primary key (issue_id, comment_id)
  )`,
] as const;

export const replies = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
