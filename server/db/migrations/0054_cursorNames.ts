/** Stored cursors of syncs get the names of their fields that the code has: otherwise each tracker and wiki is compared once as a whole. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `update sources set cursor = (cursor - 'swept') || jsonb_build_object('reconciled', cursor -> 'swept')
    where jsonb_typeof(cursor) = 'object' and cursor ? 'swept'`,
  `update sources set cursor = jsonb_set(cursor #- '{extras,print}', '{extras,digest}', cursor #> '{extras,print}')
    where jsonb_typeof(cursor -> 'extras') = 'object' and cursor -> 'extras' ? 'print'`,
] as const;

export const cursorNames = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
