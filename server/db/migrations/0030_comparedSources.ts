/** What the matches of a watched search are of: the number of the index, and the sources that it contained entirely. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table saved_searches add column compared_generation integer not null default 0`,
  `alter table saved_searches add column compared_sources jsonb`,
  // The sources of these matches are unknown: the next comparison is the first.
  `update saved_searches set seen = null, compared = null`,
] as const;

export const comparedSources = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
