import { sql } from "kysely";
import type { Db } from "./openDb.ts";
import type { Tables } from "./schema/schema.ts";

/** Rows whose arrival changes how a table is best read. */
const MIN_CHANGED_ROWS = 1000;

/**
 * After many new rows: lets the planner know them, and lets counts read indexes alone (the issue list's first page then takes a sixth
 * of the time). The embedded database has no background process that would do it.
 */
export async function vacuumAnalyze(db: Db, tables: readonly (keyof Tables)[], changedRows: number): Promise<void> {
  if (changedRows < MIN_CHANGED_ROWS) return;
  // One by one: others wait for one table at most.
  for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
