/** Where a company's days begin, and how many lines each commit changed. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table companies add column time_zone text not null default 'UTC'`,
  // Null: not counted yet. Counting takes twelve times as long as reading the history, so it comes after it.
  `alter table git_commits add column added integer, add column deleted integer`,
  `create index git_commits_uncounted on git_commits (source_id, committed_at desc) where added is null`,
] as const;

export const insights = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
