/** Which state of a project's index could not be compared: too long, too little memory, or an error of the program. */
import { sql, type Kysely } from "kysely";

export const failedReferenceChecks = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw("alter table reference_checks add column failed text").execute(db);
  },
};
