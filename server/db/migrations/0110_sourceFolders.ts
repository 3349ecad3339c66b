import { type Kysely, sql } from "kysely";

/** Folders that a repository is limited to, and the requests that change no file of them. */
const STATEMENTS = [
  `alter table sources add column folders jsonb not null default '[]'`,
  `create table outside_requests (
    source_id text not null references sources (id) on delete cascade,
    external_id text not null,
    head_hash text,
    primary key (source_id, external_id)
  )`,
] as const;

export const sourceFolders = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
