/** Turns of companies at reports on requests and at replies, the leases of reports, and who has posted the comment of a reply. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table source_checks add column turn bigint not null default 0`,
  `alter table source_checks add column drafts boolean not null default true`,
  `alter table reply_settings add column turn bigint not null default 0`,
  `alter table request_check_runs add column leased_until timestamptz(3)`,
  `drop index request_check_runs_due`,
  `create index request_check_runs_due on request_check_runs (source_id, due_at) where state = 'waiting'`,
  `create index request_check_runs_leased on request_check_runs (source_id) where leased_until is not null`,
  `drop index issue_replies_due`,
  `create index issue_replies_due on issue_replies (source_id, next_at) where state = 'due'`,
  `create index issue_replies_leased on issue_replies (source_id) where leased_until is not null`,
  `alter table issue_replies add column comment_by text`,
  `alter table issue_replies add column comment_number integer not null default 1`,
] as const;

export const turnsAndCommentAuthors = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
