import { type Kysely, sql } from "kysely";

/** The certainty of the likely place, as a condition of rules. Stored definitions get the field, or the next sync would take their file as changed. */
const STATEMENTS = [
  `alter table issue_analyses add column confidence text check (confidence in ('low', 'medium', 'high'))`,
  `update rules set definition = definition || '{"certainty": null}'::jsonb`,
] as const;

export const ruleHistory = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
