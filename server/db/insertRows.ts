import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Db } from "./openDb.ts";
import type { Tables } from "./schema/schema.ts";

/** 2,000 rows take the embedded connection for about 17 ms; others wait that long. */
const BATCH_ROWS = 2000;

type Table = keyof Tables;
type Column<T extends Table> = keyof Insertable<Tables[T]> & string;

export interface InsertRowsOptions<T extends Table> {
  /**
   * What a row does that is already there by a unique constraint. `ignore` leaves the old one; otherwise the columns that tell
   * rows apart, and the columns to take over from the new one. Left out, the whole batch fails. Two rows with the same key in
   * one call fail with `update`: the caller merges them first. Columns of `keep` are taken over unless the new row has null.
   */
  readonly onConflict?:
    | "ignore"
    | {
        readonly columns: readonly Column<T>[];
        readonly update: readonly Column<T>[];
        readonly keep?: readonly Column<T>[];
      };
}

/**
 * Inserts many rows in batches, one statement each, by `unnest`: a parameter per column, so neither the limit of 65,535
 * parameters nor the parse of a long VALUES list matters. All rows must have the keys of the first. NUL characters are taken
 * out of texts, because no text of PostgreSQL can hold one.
 * @param db the database or a transaction; without a transaction each batch is committed on its own
 * @param rows jsonb columns as JSON text, as everywhere
 * @returns how many rows were written or taken over
 */
export async function insertRows<T extends Table>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  options: InsertRowsOptions<T> = {},
): Promise<number> {
  const [sample] = rows;
  if (!sample) return 0;
  const columns = Object.keys(sample);
  const types = await columnTypes(db, table);
  const conflict = conflictClause(table, options);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  let written = 0;
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const batch: readonly Record<string, unknown>[] = rows.slice(start, start + BATCH_ROWS);
    const arrays = columns.map((column) => {
      const type = types.get(column);
      if (type === undefined) throw new Error(`The table ${table} has no column ${column}.`);
      return sql`${sql.val(batch.map((row) => storable(row[column])))}::${sql.raw(type)}[]`;
    });
    const result =
      await sql`insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(arrays)}) ${conflict}`.execute(
        db,
      );
    written += Number(result.numAffectedRows ?? 0n);
  }
  return written;
}

function storable(value: unknown): unknown {
  if (value === undefined) return null;
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "") : value;
}

function conflictClause<T extends Table>(table: T, { onConflict }: InsertRowsOptions<T>): RawBuilder<unknown> {
  if (onConflict === undefined) return sql``;
  if (onConflict === "ignore") return sql`on conflict do nothing`;
  const keys = sql.join(onConflict.columns.map((column) => sql.ref(column)));
  if (onConflict.update.length === 0) return sql`on conflict (${keys}) do nothing`;
  const sets = onConflict.update.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  const unchanged = (onConflict.keep ?? []).map(
    (column) => sql`${sql.ref(column)} = coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`${table}.${column}`)})`,
  );
  return sql`on conflict (${keys}) do update set ${sql.join([...sets, ...unchanged])}`;
}

/** A table's columns and types do not change while the server runs. */
const typesOfTable = new Map<string, ReadonlyMap<string, string>>();

async function columnTypes(db: Db, table: string): Promise<ReadonlyMap<string, string>> {
  const cached = typesOfTable.get(table);
  if (cached) return cached;
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(db);
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  if (types.size > 0) typesOfTable.set(table, types);
  return types;
}
