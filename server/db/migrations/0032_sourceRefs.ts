/** Branches and tags of a repository that a project names: their patterns, and the state of each ref that matched. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources add column ref_patterns jsonb not null default '[]'`,
  `alter table sources add column ref_states jsonb not null default '[]'`,
] as const;

export const sourceRefs = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
