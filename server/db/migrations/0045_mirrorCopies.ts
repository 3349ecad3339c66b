/** Which processes have a mirror of which repository on their disk, and in which state. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table mirror_holders (
    id text primary key,
    process_id text not null,
    address text not null,
    machine text not null,
    protocol text not null,
    started_at timestamptz(3) not null default now(),
    heartbeat_at timestamptz(3) not null default now()
  ) with (fillfactor = 50)`,
  `create table mirror_copies (
    source_id text not null references sources (id) on delete cascade,
    holder_id text not null references mirror_holders (id) on delete cascade,
    state text not null,
    fetched_at timestamptz(3) not null default now(),
    primary key (source_id, holder_id)
  ) with (fillfactor = 50)`,
  "create index mirror_copies_by_holder on mirror_copies (holder_id)",
] as const;

export const mirrorCopies = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
