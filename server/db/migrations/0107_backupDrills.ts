/** Whether a backup was read again, and when it was restored as a test. */
import { sql, type Kysely } from "kysely";

export const backupDrills = {
  async up(db: Kysely<never>): Promise<void> {
    await sql`alter table backups add column verified_at timestamptz, add column restored_at timestamptz`.execute(db);
  },
};
