/** The table of accounts at hosts gets their name: `people` and `persons` differed in one letter, and `person_id` meant either. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table people rename to accounts`,
  `alter index people_pkey rename to accounts_pkey`,
  `alter index people_unique rename to accounts_unique`,
  `alter index people_email rename to accounts_email`,
  `alter index people_login rename to accounts_login`,
  `alter index people_name rename to accounts_name`,
  `alter table issue_assignees rename column person_id to account_id`,
  `alter index issue_assignees_person rename to issue_assignees_account`,
  `alter table request_reviews rename column person_id to account_id`,
  `alter table request_people rename column person_id to account_id`,
  `alter table request_people rename to request_accounts`,
  `alter index request_people_key rename to request_accounts_key`,
  `alter index request_people_person rename to request_accounts_account`,
] as const;

export const accounts = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
