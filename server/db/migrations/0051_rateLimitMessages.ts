/** Stored messages about a host's rate limit get the code that separates it from a company's quota. */
import { sql, type Kysely } from "kysely";

export const rateLimitMessages = {
  async up(db: Kysely<never>): Promise<void> {
    await sql
      .raw(
        `update sources set sync_error = replace(sync_error, '"sync.waiting_for_quota"', '"sync.waiting_for_rate_limit"')
         where sync_error like '%"sync.waiting_for_quota"%'`,
      )
      .execute(db);
  },
};
