/** Restricted items that are read for one role of a project, in a table of their own: no query about issues or pages reaches them. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources add column restricted_role text
    check (restricted_role in ('Owner', 'Maintainer', 'Developer', 'Viewer'))`,
  // The reference makes it impossible to keep the text of an item that is not known as a restricted one.
  `create table restricted_items (
    id text primary key,
    source_id text not null,
    project_id text not null references projects (id) on delete cascade,
    subject text not null,
    external_id text not null,
    key text not null,
    title text not null,
    body text not null,
    url text,
    author text,
    state text,
    version text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint restricted_items_unique unique (source_id, subject, external_id),
    constraint restricted_items_item foreign key (source_id, subject, external_id)
      references left_out_items (source_id, subject, external_id) on delete cascade
  )`,
  `create index restricted_items_project on restricted_items (project_id, updated_at desc, id)`,
] as const;

export const restrictedTexts = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
