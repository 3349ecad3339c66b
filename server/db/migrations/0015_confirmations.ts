/** When the person of a session last typed the password there; null: when they signed in. */
import { sql, type Kysely } from "kysely";

export const confirmations = {
  async up(db: Kysely<never>): Promise<void> {
    await sql`alter table sessions add column confirmed_at timestamptz(3)`.execute(db);
  },
};
