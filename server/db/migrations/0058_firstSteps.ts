/** When a user first searched, and hid the first steps. Users who have a project at the update are no new ones. */
import { sql, type Kysely } from "kysely";

export const firstSteps = {
  async up(db: Kysely<never>): Promise<void> {
    await sql`
      alter table users
        add column first_search_at timestamptz(3),
        add column first_steps_hidden_at timestamptz(3)`.execute(db);
    await sql`
      update users set first_steps_hidden_at = now()
      where exists (select from project_members where project_members.user_id = users.id)`.execute(db);
  },
};
