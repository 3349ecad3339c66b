/** The branches of each repository at its host, so that any of them can be opened. */
import { sql, type Kysely } from "kysely";

export const gitBranches = {
  async up(db: Kysely<never>): Promise<void> {
    await sql
      .raw(
        `create table git_branches (
          source_id text not null references sources (id) on delete cascade,
          name text not null,
          hash text not null,
          committed_at timestamptz(3),
          primary key (source_id, name)
        )`,
      )
      .execute(db);
  },
};
