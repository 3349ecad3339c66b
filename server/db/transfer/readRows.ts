import { sql } from "kysely";
import type { Db } from "../openDb.ts";
import type { TableLayout } from "./layout.ts";
import { TableDigest, type TableSum } from "./TableDigest.ts";

/** Rows that are in memory at one time; the text of an issue can be long. */
const BATCH_SIZE = 500;

/**
 * Runs `read` on one snapshot of the whole database, unaffected by concurrent writes. The embedded one has a single connection, which is
 * blocked for as long as this takes: pass it a copy.
 */
export function withSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      // A row is the same text on every server: times in UTC, fractions in full.
      await sql`set local time zone 'UTC'`.execute(transaction);
      await sql`set local extra_float_digits = 1`.execute(transaction);
      // In the order of the pages each time: then a later backup finds the parts of an earlier one again.
      await sql`set local synchronize_seqscans = off`.execute(transaction);
      return read(transaction);
    });
}

/** All rows of a table, each as one line of JSON that the database itself has written. Inside `withSnapshot`. */
export async function* readTableRows(snapshot: Db, { name, columns }: TableLayout): AsyncGenerator<readonly string[]> {
  const fields = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare clew_rows no scroll cursor for
    select row_to_json(r)::text as line from (select ${fields} from ${sql.table(name)}) r`.execute(snapshot);
  try {
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(BATCH_SIZE)} from clew_rows`.execute(
        snapshot,
      );
      if (rows.length > 0) yield rows.map(({ line }) => line);
      if (rows.length < BATCH_SIZE) return;
    }
  } finally {
    await sql`close clew_rows`.execute(snapshot).catch(() => undefined);
  }
}

/** Count and sum of a table. Inside `withSnapshot`. */
export async function sumRows(snapshot: Db, table: TableLayout): Promise<TableSum> {
  const digest = new TableDigest();
  for await (const lines of readTableRows(snapshot, table)) for (const line of lines) digest.add(line);
  return digest.result;
}
