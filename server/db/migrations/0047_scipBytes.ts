/** The size of an uploaded SCIP index, for the disk quota. Null for one that is still to be measured. */
import { sql, type Kysely } from "kysely";

export const scipBytes = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw("alter table scip_indexes add column bytes bigint").execute(db);
  },
};
