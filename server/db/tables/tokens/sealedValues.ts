/** Statements over a column of sealed values of any table. A value begins with a version and four bytes of its key's fingerprint. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** The version of a sealed value that names its key. */
const NAMES_KEY = 2;
const PREFIX_BYTES = 5;

export interface SealedColumn {
  readonly table: string;
  /** The key of a row. */
  readonly id: string;
  readonly column: string;
}

/** Values that name another key than these. @param keys the first eight hexadecimal digits of each key's fingerprint */
export async function countValuesOfOtherKeys(
  db: Db,
  { table, column }: SealedColumn,
  keys: readonly string[],
): Promise<number> {
  const fingerprints = sql.join(keys.map((fingerprint) => sql.lit(fingerprint)));
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where get_byte(${sql.ref(column)}, 0) = ${sql.lit(NAMES_KEY)} and encode(substring(${sql.ref(column)} from 2 for 4), 'hex') not in (${fingerprints})`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

const otherPrefix = (column: string, prefix: Buffer) =>
  sql`substring(${sql.ref(column)} from 1 for ${sql.lit(PREFIX_BYTES)}) <> ${prefix}`;

export async function countValuesWithoutPrefix(
  db: Db,
  { table, column }: SealedColumn,
  prefix: Buffer,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where ${otherPrefix(column, prefix)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Values without the prefix whose row has a greater key than `after`, in the order of their keys. */
export async function listValuesWithoutPrefix(
  db: Db,
  { table, id, column }: SealedColumn,
  prefix: Buffer,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ id: string; value: Uint8Array }[]> {
  const { rows } = await sql<{ id: string; value: Uint8Array }>`
    select ${sql.ref(id)} as id, ${sql.ref(column)} as value from ${sql.table(table)}
    where ${sql.ref(id)} > ${after} and ${otherPrefix(column, prefix)}
    order by ${sql.ref(id)} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Replaces a value that has not changed meanwhile. @returns how many rows were changed: 1 or 0 */
export async function updateSealedValue(
  db: Db,
  { table, id, column }: SealedColumn,
  row: { readonly id: string; readonly value: Uint8Array },
  value: Uint8Array,
): Promise<number> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${Buffer.from(value)}
    where ${sql.ref(id)} = ${row.id} and ${sql.ref(column)} = ${Buffer.from(row.value)}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
