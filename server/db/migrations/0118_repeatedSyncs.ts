/** Sources whose sync was requested while one was running, which may have read past what the request was about. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [`alter table sources add column sync_again boolean not null default false`] as const;

export const repeatedSyncs = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
