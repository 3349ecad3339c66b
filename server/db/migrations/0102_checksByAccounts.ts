/** Reports on requests by accounts of members: whose account, the one note on a request, how long a source waits, and which process has a report. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table source_checks add column account_id text`,
  `alter table source_checks add column account text`,
  `alter table source_checks add column waits_until timestamptz(3)`,
  `alter table request_check_runs add column lease text`,
  `alter table request_check_runs add column changed_at timestamptz(3)`,
  `alter table request_check_runs add column note_id text`,
  `alter table request_check_runs add column note_by text`,
  `alter table request_check_runs add column note_number integer not null default 1`,
  `alter table request_check_runs add column note_removed boolean not null default false`,
  `alter table request_check_runs drop constraint request_check_runs_state_check`,
  `alter table request_check_runs add constraint request_check_runs_state_check
    check (state in ('waiting', 'reported', 'outdated', 'refused', 'fork'))`,
] as const;

export const checksByAccounts = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
