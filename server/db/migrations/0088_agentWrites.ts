import { type Kysely, sql } from "kysely";

/** Tokens of agents that may change issues, the agent that made a stored change, and how the last file of a custom source was read. */
const STATEMENTS = [
  `alter table mcp_tokens add column writes boolean not null default false`,
  `alter table issue_writes add column agent text`,
  `alter table custom_sources add column mapping jsonb`,
] as const;

export const agentWrites = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
