/** What several processes share: blobs in the database, turns at building an index, and which key sealed the secrets. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // A blob is there once its row is; its pieces are written before.
  `create table blobs (
    hash text primary key,
    bytes bigint not null,
    written_at timestamptz(3) not null default now()
  )`,
  `create table blob_chunks (
    hash text not null,
    number integer not null,
    data bytea not null,
    written_at timestamptz(3) not null default now(),
    constraint blob_chunks_key primary key (hash, number)
  )`,
  // They are compressed already, and a piece is read whole.
  `alter table blob_chunks alter column data set storage external`,

  // A build that began later has seen all that an earlier one saw: what the one with the highest number made stays.
  `alter table projects
    add column build_ticket bigint not null default 0,
    add column links_ticket bigint not null default 0`,
  `alter table artifacts
    add column issues_ticket bigint not null default 0,
    add column pages_ticket bigint not null default 0`,

  `create table instance (
    id integer primary key check (id = 1),
    key_print text not null,
    created_at timestamptz(3) not null default now()
  )`,
] as const;

export const sharedBlobs = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
