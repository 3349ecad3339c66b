/** Items that a host shows to some people only: which ones were left out, so that they can be counted. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // Ids alone: nothing that the host keeps from people is stored here.
  `create table left_out_items (
    source_id text not null references sources (id) on delete cascade,
    subject text not null check (subject in ('issue', 'comment', 'page', 'release')),
    external_id text not null,
    kind text not null,
    parent_external_id text,
    constraint left_out_items_key primary key (source_id, subject, external_id)
  )`,
  `create index left_out_items_parent on left_out_items (source_id, parent_external_id)`,
  // What earlier versions have read of such items is found by reading everything again.
  `update sources set cursor = cursor - 'tracker' - 'swept'
    where kind = 'tracker' and provider in ('gitlab', 'jira') and jsonb_typeof(cursor) = 'object'`,
] as const;

export const restrictedItems = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
