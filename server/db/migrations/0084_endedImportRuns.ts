import { type Kysely, sql } from "kysely";

/** The run of a custom source that ended last, and what it deleted: its end may be repeated after a lost answer. */
const STATEMENTS = [
  `alter table custom_sources add column ended_run text`,
  `alter table custom_sources add column ended_deleted integer not null default 0`,
] as const;

export const endedImportRuns = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
