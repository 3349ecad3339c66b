/** Backups that were made, for reporting their age and warning about it. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table backups (
    id text primary key,
    made_at timestamptz not null,
    place text not null,
    is_encrypted boolean not null
  )`,
  `create index backups_made_at on backups (made_at)`,
] as const;

export const backups = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
