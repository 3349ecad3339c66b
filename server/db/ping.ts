import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/** Runs a statement without cost. @throws the error of a database that does not answer */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
