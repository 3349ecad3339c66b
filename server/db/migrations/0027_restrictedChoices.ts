/** Which choice of a role a sync reads restricted items for, so that one that began under an earlier choice stores nothing for a later one. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources add column restricted_choice text`,
  `update sources set restricted_choice = id where restricted_role is not null`,
  `alter table sources add constraint sources_restricted_choice_check
    check ((restricted_role is null) = (restricted_choice is null))`,
] as const;

export const restrictedChoices = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
