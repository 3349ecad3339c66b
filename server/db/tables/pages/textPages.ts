/**
 * Reads what the metrics need as text, a page of rows in one value: as rows of columns the same takes the embedded database ten times as
 * long. Every page is a separate statement, so that others get their turn between two.
 */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** Rows of one statement: a tenth of a second of the embedded database. */
export const PAGE_ROWS = 20_000;
/** Issues or requests whose comments, events and reviews are looked up by one statement. */
export const LOOKUP_BATCH_SIZE = 5000;

/** Microseconds since 1970, as the database keeps times. */
export type Micros = number;

/** The newest known change of each source; sources that are not named are not read. */
export type PageCursors = ReadonlyMap<string, Micros>;

export const EPOCH = sql`timestamptz 'epoch'`;
export const momentOf = (micros: Micros) => sql`(${EPOCH} + ${micros}::bigint * interval '1 microsecond')`;
export const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
export const NEWLINE = sql.raw("E'\\n'");
export const TAB = sql.raw("E'\\t'");

/** Detects rows that were added, deleted or changed between two reads. */
export interface Tally {
  readonly count: number;
  readonly sum: number;
}
/** A row counts in `sum` with the remainder of its time of change by this prime, so that sums stay exact. */
export const TALLY = 1_000_003;

/** For issues the checksum includes the number of comments, because a deleted comment does not change the time. */
export async function findTally(db: Db, table: "issues" | "change_requests", projectId: string): Promise<Tally> {
  const comments = table === "issues" ? sql`comments_count` : sql`0`;
  const { rows } = await sql<{ count: number; sum: number }>`
    select count(*)::float8 as count,
      coalesce(sum(${micros("updated_at")} % ${sql.lit(TALLY)} + ${comments}), 0)::float8 as sum
    from ${sql.table(table)} where project_id = ${projectId}`.execute(db);
  return rows[0] ?? { count: 0, sum: 0 };
}

/** Rows since the cursors, the oldest change first, page by page. */
export async function* pagesSince<Row extends { readonly id: string; readonly updatedAt: Micros }>(
  cursors: PageCursors,
  read: (from: Micros, last: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  if (cursors.size === 0) return;
  let from = cursors.values().reduce((oldest, cursor) => Math.min(oldest, cursor)) - 1;
  let last = "";
  for (;;) {
    const page = await read(from, last);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ROWS) return;
    from = page.at(-1)?.updatedAt ?? from;
    last = page.at(-1)?.id ?? last;
  }
}

/** Lists that one statement can look up. */
export function* batchesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += LOOKUP_BATCH_SIZE) yield items.slice(at, at + LOOKUP_BATCH_SIZE);
}

/** Reads the rows related to these issues or requests, in batches of some thousands. */
export async function lookUpInBatches<Row>(
  ids: readonly string[],
  read: (part: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[][] = [];
  for (const part of batchesOf(ids)) rows.push(await read(part));
  return rows.flat();
}

/** The rows of a statement that gives one text: lines of fields. */
export async function readTextRows<Row>(
  db: Db,
  query: ReturnType<typeof sql<unknown>>,
  read: (fields: string[]) => Row,
  separator = "\t",
): Promise<Row[]> {
  const { rows } = await query.execute(db);
  const [first] = rows;
  const text = typeof first === "object" && first !== null && "text" in first ? first.text : null;
  return typeof text === "string" && text !== "" ? text.split("\n").map((fields) => read(fields.split(separator))) : [];
}
