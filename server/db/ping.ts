import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/** Asks the database something that costs nothing. @throws whatever keeps it from answering */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
