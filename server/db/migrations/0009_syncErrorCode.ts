/** Why a sync failed, as a code in addition to the message: a rejected token needs another action than an unreachable host. */
import { sql, type Kysely } from "kysely";

export const syncErrorCode = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw(`alter table sources add column sync_error_code text`).execute(db);
  },
};
