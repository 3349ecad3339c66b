/** Changes that wait before they are sent, in batches, and changes that their member has taken back. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  `alter table issue_writes add column batch_id text`,
  `alter table issue_writes add column send_at timestamptz(3)`,
  `alter table issue_writes add column account text not null default ''`,
  // A new issue has no row of its own.
  `alter table issue_writes alter column issue_id drop not null`,
  `alter table issue_writes drop constraint issue_writes_state_check`,
  `alter table issue_writes add constraint issue_writes_state_check
     check (state in ('held', 'waiting', 'sent', 'lost', 'done', 'refused', 'discarded'))`,
  `create index issue_writes_to_send on issue_writes (send_at) where state = 'held'`,
  `create index issue_writes_batch on issue_writes (batch_id) where batch_id is not null`,
] as const;

export const heldWrites = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
