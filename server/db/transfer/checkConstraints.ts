import { sql } from "kysely";
import type { Db } from "../openDb.ts";

interface Reference {
  readonly name: string;
  readonly from: string;
  readonly columns: string[];
  readonly to: string;
  readonly targets: string[];
}

/**
 * Looks for rows that the constraints forbid: a damaged file can contain them, and no statement reports them.
 * @returns one sentence for each constraint that does not hold
 */
export async function checkConstraints(db: Db): Promise<string[]> {
  const result: string[] = [];
  const names = (keys: string, relation: string) =>
    sql.raw(`(select array_agg(a.attname::text order by u.place) from unnest(k.${keys}) with ordinality as u (number, place)
      join pg_attribute a on a.attrelid = k.${relation} and a.attnum = u.number)`);
  const { rows: references } = await sql<Reference>`
    select k.conname as name, c.relname as "from", ${names("conkey", "conrelid")} as columns, r.relname as "to",
      ${names("confkey", "confrelid")} as targets
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1`.execute(db);
  for (const { name, from, columns, to, targets } of references) {
    const isSet = sql.join(
      columns.map((column) => sql`f.${sql.ref(column)} is not null`),
      sql` and `,
    );
    const isThere = sql.join(
      columns.map((column, place) => sql`t.${sql.ref(targets[place] ?? "")} = f.${sql.ref(column)}`),
      sql` and `,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(from)} f
      where ${isSet} and not exists (select 1 from ${sql.table(to)} t where ${isThere})`.execute(db);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) result.push(`${count} rows of ${from} refer to a row of ${to} that is not there (${name}).`);
  }
  const { rows: keys } = await sql<{ name: string; from: string; columns: string[] }>`
    select k.conname as name, c.relname as "from", ${names("conkey", "conrelid")} as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype in ('p', 'u') and k.connamespace = 'public'::regnamespace order by 1`.execute(db);
  // Read from the table and not from the index that should have refused them.
  await sql`set local enable_indexscan = off`.execute(db);
  await sql`set local enable_indexonlyscan = off`.execute(db);
  await sql`set local enable_bitmapscan = off`.execute(db);
  for (const { name, from, columns } of keys) {
    const fields = sql.join(columns.map((column) => sql.ref(column)));
    const isSet = sql.join(
      columns.map((column) => sql`${sql.ref(column)} is not null`),
      sql` and `,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select 1 from ${sql.table(from)} where ${isSet} group by ${fields} having count(*) > 1) twice`.execute(
      db,
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) result.push(`${count} keys of ${from} occur there more than once (${name}).`);
  }
  return result;
}
