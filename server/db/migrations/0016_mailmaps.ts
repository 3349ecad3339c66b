/** The `.mailmap` of each repository, which maps the signatures of its history to people. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // Empty text: there is none at this commit.
  `create table mailmaps (
    source_id text primary key references sources (id) on delete cascade,
    head text not null,
    content text not null
  )`,
] as const;

export const mailmaps = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
