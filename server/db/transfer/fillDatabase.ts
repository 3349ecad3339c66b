import { sql } from "kysely";
import { CannotStart } from "../../errors.ts";
import type { Db } from "../openDb.ts";
import { failModelOrderRuns } from "../tables/insights/modelOrders.ts";
import { readLayout, type TableLayout } from "./layout.ts";
import { TableDigest, type TableSum } from "./TableDigest.ts";
import { message, serializeMessage } from "../../messages/messages.ts";

/** Where rows come from: another database, or a backup. */
export interface RowSource {
  readonly tables: readonly Pick<TableLayout, "name" | "columns">[];
  rows(table: string): AsyncIterable<readonly string[]>;
}

/**
 * Puts all rows into a database that has the tables and nothing in them. One transaction: a failure, or a killed process, leaves it as
 * empty as it was.
 * @returns count and sum of each table, as they were read
 * @throws CannotStart when something is in it, or it has other tables
 */
export async function fillDatabase(db: Db, source: RowSource): Promise<Map<string, TableSum>> {
  return db.transaction().execute(async (transaction) => {
    const layout = await readLayout(transaction);
    await refuseFilled(transaction, layout);
    // Memberships come as they were, although what opens them may come after them.
    await sql`select set_config('clew.fills', 'on', true)`.execute(transaction);
    const sums = new Map<string, TableSum>();
    const byName = new Map(source.tables.map((table) => [table.name, table]));
    for (const table of layout) {
      const from = byName.get(table.name);
      if (!from || from.columns.join() !== table.columns.join()) {
        throw new CannotStart(`The table ${table.name} is not the same on both sides. Nothing was written.`);
      }
      sums.set(table.name, await fillTable(transaction, table, source.rows(table.name)));
    }
    // Jobs are not moved. What waited for one is found by the next start, and a backtest has to be requested again by its users.
    await transaction
      .updateTable("backtests")
      .set({
        state: "failed",
        error: serializeMessage(message("server.moved")),
        finished_at: new Date(),
      })
      .where("state", "in", ["queued", "running"])
      .execute();
    await failModelOrderRuns(transaction, serializeMessage(message("server.moved")));
    return sums;
  });
}

/** @throws CannotStart naming a table that has rows */
export async function refuseFilled(db: Db, layout: readonly TableLayout[]): Promise<void> {
  for (const { name } of layout) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) {
      throw new CannotStart(`The target is not empty: its table ${name} has rows. Choose an empty database.`);
    }
  }
}

async function fillTable(
  transaction: Db,
  { name, columns, identity }: TableLayout,
  batches: AsyncIterable<readonly string[]>,
): Promise<TableSum> {
  const digest = new TableDigest();
  const fields = sql.join(columns.map((column) => sql.ref(column)));
  for await (const lines of batches) {
    if (lines.length === 0) continue;
    for (const line of lines) digest.add(line);
    await sql`insert into ${sql.table(name)} (${fields}) overriding system value
      select ${fields} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(",")}]`}::text::json)`.execute(
      transaction,
    );
  }
  if (identity !== null) {
    await sql`select setval(pg_get_serial_sequence(${`"${name}"`}, ${identity}), coalesce(max(${sql.ref(identity)}), 1),
      max(${sql.ref(identity)}) is not null) from ${sql.table(name)}`.execute(transaction);
  }
  return digest.result;
}
