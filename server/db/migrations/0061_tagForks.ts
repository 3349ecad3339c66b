/** Which tags outside of the head's history the mirror has, and where their history leaves it. */
import { sql, type Kysely } from "kysely";

export const tagForks = {
  async up(db: Kysely<never>): Promise<void> {
    // Hashes between blanks; both are null for a tag that was not fetched or is in the history.
    await sql.raw("alter table git_tags add column forks text, add column committed_at timestamptz(3)").execute(db);
  },
};
