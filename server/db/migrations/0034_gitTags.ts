/** The tags of each repository: which releases have a commit. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // The commit of a tag may be in no history that is read.
  `create table git_tags (
    source_id text not null references sources (id) on delete cascade,
    name text not null,
    hash text not null,
    primary key (source_id, name)
  )`,
] as const;

export const gitTags = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
