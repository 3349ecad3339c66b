/** What agents have asked for: one row a token and day. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // The day is a text (`2026-11-21`, UTC), so that no driver makes a local midnight of it.
  `create table mcp_usage (
    token_id text not null references mcp_tokens (id) on delete cascade,
    day text not null,
    calls integer not null,
    tokens integer not null,
    errors integer not null,
    primary key (token_id, day)
  )`,
  `create index mcp_usage_day on mcp_usage (day)`,
] as const;

export const mcp = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
