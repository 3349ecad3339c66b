/** When pages are compared again with a repository that could not be read. */
import { sql, type Kysely } from "kysely";

export const referenceRetries = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw("alter table reference_checks add column retry_at timestamptz").execute(db);
  },
};
