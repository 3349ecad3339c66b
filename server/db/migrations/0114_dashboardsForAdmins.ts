import { type Kysely, sql } from "kysely";

/** Dashboards that are shared with the Admins of the company alone. For an earlier release they are private. */
const STATEMENT = `alter table dashboards add column for_admins boolean not null default false`;

export const dashboardsForAdmins = {
  async up(db: Kysely<never>): Promise<void> {
    await sql.raw(STATEMENT).execute(db);
  },
};
