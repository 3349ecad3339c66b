import { sql } from "kysely";
import type { Db } from "../openDb.ts";

/** A table as moving its rows needs it. */
export interface TableLayout {
  readonly name: string;
  /** In the order of their names, which is the same in every database. */
  readonly columns: readonly string[];
  /** The column whose numbers the database gives out. */
  readonly identity: string | null;
}

/**
 * Blobs are moved as blobs, since another store may keep them on the other side; words are made by the database of the issues that come;
 * the backups of one installation are none of another, and neither are its running processes and what is on their disks.
 */
const LEFT_OUT = new Set([
  "blobs",
  "blob_chunks",
  "issue_words",
  "backups",
  "search_processes",
  "mirror_holders",
  "mirror_copies",
]);

/** Every table of ours, those that others refer to first. */
export async function readLayout(db: Db): Promise<TableLayout[]> {
  const { rows } = await sql<{ name: string; columns: string[]; identity: string | null }>`
    select c.relname as name, array_agg(a.attname::text order by a.attname::text collate "C") as columns,
      max(case when a.attidentity <> '' then a.attname::text end) as identity
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%'
    group by c.relname order by c.relname`.execute(db);
  const { rows: references } = await sql<{ name: string; needs: string }>`
    select distinct c.relname as name, r.relname as needs
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`.execute(db);
  const tables = new Map(rows.filter(({ name }) => !LEFT_OUT.has(name)).map((table) => [table.name, table]));
  const ordered: TableLayout[] = [];
  const seen = new Map<string, "open" | "done">();
  const visit = (name: string): void => {
    const table = tables.get(name);
    if (!table || seen.get(name) === "done") return;
    if (seen.get(name) === "open") throw new Error(`The tables refer to each other in a circle at ${name}.`);
    seen.set(name, "open");
    for (const { needs } of references.filter((reference) => reference.name === name)) visit(needs);
    seen.set(name, "done");
    ordered.push(table);
  };
  for (const name of tables.keys()) visit(name);
  return ordered;
}

/** The migrations that have run, oldest first; empty where there are no tables yet. */
export async function readMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(db);
  if (tables[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
