import { type Kysely, sql } from "kysely";

/** The filters of the page that a report is of: slugs of projects and ids of repositories. */
const STATEMENTS = [
  `alter table reports add column project jsonb not null default '[]'`,
  `alter table reports add column repository jsonb not null default '[]'`,
] as const;

export const reportFilters = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
