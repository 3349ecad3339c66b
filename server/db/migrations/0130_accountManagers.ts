import { type Kysely, sql } from "kysely";

/** The person at the operator whom an Enterprise company can ask; both columns or neither. */
const STATEMENTS = [
  `alter table companies add column account_manager_name text`,
  `alter table companies add column account_manager_email text`,
  `alter table companies add constraint companies_account_manager_whole
     check ((account_manager_name is null) = (account_manager_email is null))`,
] as const;

export const accountManagers = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
