/** Indexes for the accounts that the home screen finds by an address, and notices by a login or a name. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create index people_email on people (lower(email)) where email is not null`,
  `create index people_login on people (source_id, lower(login))`,
  `create index people_name on people (source_id, name)`,
] as const;

export const accountIndexes = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
