/** The browser and the network in which a session began, as hashes, and when it was first refused elsewhere. */
import { sql, type Kysely } from "kysely";

export const sessionBrowsers = {
  async up(db: Kysely<never>): Promise<void> {
    await sql`
      alter table sessions
        add column browser_hash text,
        add column network_hash text,
        add column refused_at timestamptz(3)`.execute(db);
  },
};
