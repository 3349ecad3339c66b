import { type Kysely, sql } from "kysely";

/** Whether the model of a company words the openings of digests. */
export const digestWords = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw(`alter table company_models add column words_digests boolean not null default false`).execute(db);
  },
};
