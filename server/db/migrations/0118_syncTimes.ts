/**
 * Sources whose sync was requested while one was running, which may have read past what the request was about; when the last complete sync began; and
 * when a report on a request was queued, which waits for a sync that reads the code of its head.
 */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources add column sync_again boolean not null default false`,
  `alter table sources add column sync_began_at timestamptz(3)`,
  `alter table request_check_runs add column queued_at timestamptz(3) not null default now()`,
] as const;

export const syncTimes = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
