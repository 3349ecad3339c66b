/** A project's slug is unique within its company: a global name would tell one company that another has a project of that name. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table projects drop constraint projects_slug_unique`,
  `alter table projects add constraint projects_company_slug_unique unique (company_id, slug)`,
] as const;

export const slugsPerCompany = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
