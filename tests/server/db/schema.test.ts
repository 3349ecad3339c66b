import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

/** `table.column` to whether it may be null, as the files of the interfaces state. */
function declaredColumns(): Map<string, boolean> {
  const folder = join(import.meta.dirname, "../../../server/db/schema");
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  const interfaceOf = new Map(
    [...text.matchAll(/^export interface (\w+Table) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => [name, body ?? ""]),
  );
  const tables = [...text.matchAll(/^export interface \w*Tables(?: extends [\w, ]+)? \{\n([\s\S]*?)^\}/gm)]
    .map(([, body]) => body ?? "")
    .join("");
  const columns = new Map<string, boolean>();
  for (const [, table, type] of tables.matchAll(/^ {2}(\w+): (\w+);/gm)) {
    for (const [, column, kind] of (interfaceOf.get(type) ?? "").matchAll(/^ {2}(\w+): (.+);$/gm)) {
      columns.set(`${table}.${column}`, (kind ?? "").includes("| null"));
    }
  }
  return columns;
}

onEachDatabase("the schema", (engine) => {
  let database: TestDb;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());

  test("the interfaces declare exactly the columns that the migrations make", async () => {
    const { rows } = await sql<{ name: string; nullable: boolean }>`
      select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable
      from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'
      order by 1`.execute(database.db);
    const declared = [...declaredColumns()].toSorted(([a], [b]) => a.localeCompare(b));
    const made = rows
      .map(({ name, nullable }): [string, boolean] => [name, nullable])
      .toSorted(([a], [b]) => a.localeCompare(b));
    expect(declared.length).toBeGreaterThan(100);
    expect(made).toEqual(declared);
  });

  test("migrating again changes nothing", async () => {
    expect(await migrate(database.db)).toEqual([]);
  });
});
