import { type Kysely, sql } from "kysely";

/** What people say about being recommended. Who never said anything may be. */
const STATEMENTS = [
  `create table expert_preferences (
    user_id text primary key references users (id) on delete cascade,
    recommended boolean not null,
    updated_at timestamptz(3) not null
  )`,
] as const;

export const experts = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
