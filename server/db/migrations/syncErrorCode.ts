/** Why a sync failed, as a code beside the sentence: a token that is refused asks for something else than a host that is away. */
import { sql, type Kysely } from "kysely";

export const syncErrorCode = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw(`alter table sources add column sync_error_code text`).execute(db);
  },
};
