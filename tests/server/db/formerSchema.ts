/** What the statements of a version need of a schema, and what a later schema takes from them. */
import { sql } from "kysely";
import type { Db } from "../../../server/db/openDb.ts";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly kind: "check" | "unique" | "reference";
  /** Columns, in order of their names; those that an expression names are not among them. */
  readonly columns: readonly string[];
  readonly definition: string;
}

export interface Schema {
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
}

/** Reads columns, checks, references and unique indexes of all tables but those of Kysely and of the queue. */
export async function readSchema(db: Db): Promise<Schema> {
  const { rows: columns } = await sql<Column>`
    select table_name as "table", column_name as name, udt_name as type,
      is_nullable = 'YES' as "isNullable", column_default is not null or is_generated = 'ALWAYS' as "hasDefault"
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'
    order by 1, 2`.execute(db);
  const { rows: constraints } = await sql<Constraint>`
    select conrelid::regclass::text as "table", conname as name,
      case contype when 'c' then 'check' else 'reference' end as kind,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey) order by 1) as columns,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f')
    union all
    select indrelid::regclass::text, indexrelid::regclass::text, 'unique',
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey) order by 1),
      regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '')
    from pg_index where indisunique and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    order by 1, 2`.execute(db);
  return { columns, constraints };
}

const literalsOf = (definition: string): Set<string> =>
  new Set([...definition.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = ""]) => text));

/** The form of a check without the values that it admits. */
const formOf = (definition: string): string =>
  definition.replace(/ NOT VALID$/, "").replaceAll(/'(?:[^']|'')*'::\w+(?:, )?/g, "");

/** Whether a check admits everything that the earlier one of the same form admits. */
const isWider = (now: string, before: string): boolean =>
  formOf(now) === formOf(before) && literalsOf(before).isSubsetOf(literalsOf(now));

/**
 * What statements that were written for `before` can no longer do with `after`, a line each.
 * @param retired `table` or `table.column` that the version of `before` neither reads nor writes
 */
export function breaksOf(before: Schema, after: Schema, retired: ReadonlySet<string> = new Set()): string[] {
  const isRetired = (table: string, column?: string): boolean =>
    retired.has(table) || (column !== undefined && retired.has(`${table}.${column}`));
  const tables = new Set(before.columns.map(({ table }) => table));
  const keyOf = ({ table, name }: { table: string; name: string }): string => `${table}.${name}`;
  const earlier = new Map(before.columns.map((column) => [keyOf(column), column]));
  const later = new Map(after.columns.map((column) => [keyOf(column), column]));
  const breaks: string[] = [];
  for (const [key, column] of earlier) {
    if (isRetired(column.table, column.name)) continue;
    const now = later.get(key);
    if (!now) breaks.push(`${key} is gone`);
    else if (now.type !== column.type) breaks.push(`${key} was ${column.type} and is ${now.type}`);
    else if (now.isNullable && !column.isNullable) breaks.push(`${key} may be null now`);
    else if (!now.isNullable && column.isNullable) breaks.push(`${key} may no longer be null`);
    else if (column.hasDefault && !now.hasDefault && !now.isNullable) breaks.push(`${key} has lost its default`);
  }
  for (const [key, column] of later) {
    if (earlier.has(key) || !tables.has(column.table) || isRetired(column.table)) continue;
    if (!column.isNullable && !column.hasDefault) breaks.push(`${key} is new and neither null nor a default`);
  }
  const concerns = ({ table, columns }: Constraint): boolean =>
    tables.has(table) &&
    !isRetired(table) &&
    columns.length > 0 &&
    columns.every((name) => earlier.has(`${table}.${name}`) && !isRetired(table, name));
  const kept = after.constraints.filter(concerns);
  for (const constraint of kept) {
    const isKnown = before.constraints.some(
      ({ table, kind, definition }) =>
        table === constraint.table &&
        kind === constraint.kind &&
        (definition === constraint.definition || (kind === "check" && isWider(constraint.definition, definition))),
    );
    if (!isKnown) breaks.push(`${constraint.table} has a new ${constraint.kind}: ${constraint.definition}`);
  }
  // Of a unique index, `on conflict` names the columns.
  for (const { table, kind, columns, definition, ...named } of before.constraints) {
    if (kind !== "unique" || !concerns({ table, kind, columns, definition, ...named })) continue;
    const isThere = kept.some(
      (other) => other.kind === "unique" && other.table === table && other.definition === definition,
    );
    if (!isThere) breaks.push(`${table} has lost its unique index: ${definition}`);
  }
  return breaks.toSorted();
}
