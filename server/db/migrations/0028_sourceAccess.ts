/** Who gave a source its credential: what its host restricts is read by their account. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources add column access_by text references users (id) on delete set null`,
  // Who typed the tokens of earlier versions is not known.
  `update sources s set access_by = c.user_id from connections c where c.id = s.connection_id`,
  `create index sources_access_by on sources (access_by)`,
] as const;

export const sourceAccess = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
