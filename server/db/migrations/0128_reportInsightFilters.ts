import { type Kysely, sql } from "kysely";

/** The filters that a page of Insights has and a dashboard has not: trackers, people, labels and types of issues. */
export const reportInsightFilters = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw(`alter table reports add column insight_filters jsonb not null default '{}'`).execute(db);
  },
};
