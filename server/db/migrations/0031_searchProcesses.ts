/** The processes with the role `search`, each with its heartbeat: web processes read from it where a project is searched. */
import { sql, type Kysely } from "kysely";

export const searchProcesses = {
  async up(db: Kysely<never>): Promise<void> {
    // Pages keep room for the next version of a row, so that a heartbeat writes no index.
    await sql
      .raw(
        `create table search_processes (
          address text primary key,
          id text not null,
          protocol text not null,
          threads integer not null,
          index_bytes bigint not null,
          started_at timestamptz(3) not null default now(),
          heartbeat_at timestamptz(3) not null default now()
        ) with (fillfactor = 50)`,
      )
      .execute(db);
  },
};
