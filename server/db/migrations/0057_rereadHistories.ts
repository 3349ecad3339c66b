/** From which commit the history of a repository is read again, where there was no time for all of it. */
import { sql, type Kysely } from "kysely";

export const rereadHistories = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw("alter table deleted_symbols add column reread_from text").execute(db);
  },
};
