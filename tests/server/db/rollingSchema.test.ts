/** Processes of the former version run for some time on the schema of the present one: it takes nothing from their statements. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MIGRATIONS, migrate } from "../../../server/db/migrate.ts";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { makeStorage, ONE_ENGINE, type TestStorage } from "../testDb.ts";
import { breaksOf, readSchema } from "./formerSchema.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const releases = read("tests/fixtures/releases/releases.json") as {
  readonly version: string;
  readonly lastMigration: string;
  readonly queueSchema: number;
}[];
const former = releases.at(-1);

/**
 * Tables and columns that no code reads or writes any more, since a released version. A migration of a later version may drop them: the
 * version that it follows does not use them.
 */
const RETIRED: readonly { readonly name: string; readonly since: string }[] = [];
const retired = new Set(
  RETIRED.filter(({ since }) => releases.some(({ version }) => version === since)).map(({ name }) => name),
);

let storage: TestStorage;
let database: OpenDb;
let db: Db;
beforeEach(async () => {
  storage = await makeStorage(ONE_ENGINE, { isEmpty: true });
  database = await openDb({ ...storage, isDurable: false });
  ({ db } = database);
});
afterEach(async () => {
  await database.close();
  await storage.remove();
});

test("the migrations since the former version take nothing from it", async () => {
  await migrate(db, { to: former?.lastMigration ?? "" });
  const before = await readSchema(db);
  expect(before.columns.length).toBeGreaterThan(100);
  expect((await migrate(db)).length).toBeGreaterThanOrEqual(0);
  expect(breaksOf(before, await readSchema(db), retired)).toEqual([]);
});

test("the queue has the tables of the former version", () => {
  const { pgboss } = read("node_modules/pg-boss/package.json") as { pgboss: { schema: number } };
  // pg-boss migrates its own tables. Before this number changes, find out whether the former pg-boss works on the new ones.
  expect(pgboss.schema).toBe(former?.queueSchema);
});

const BEFORE = [
  "create table things (id text primary key, name text not null, note text, kind text not null default 'a' check (kind in ('a', 'b')))",
  "create unique index things_name on things (name)",
];

test.each([
  ["alter table things drop column note", ["things.note is gone"]],
  ["alter table things rename column note to remark", ["things.note is gone"]],
  ["alter table things rename to objects", expect.arrayContaining(["things.id is gone", "things.name is gone"])],
  ["alter table things alter column note type integer using 0", ["things.note was text and is int4"]],
  ["alter table things alter column note set not null", ["things.note may no longer be null"]],
  ["alter table things alter column name drop not null", ["things.name may be null now"]],
  ["alter table things alter column kind drop default", ["things.kind has lost its default"]],
  ["alter table things add column colour text not null", ["things.colour is new and neither null nor a default"]],
  ["alter table things add check (name <> '')", ["things has a new check: CHECK ((name <> ''::text))"]],
  ["create unique index things_note on things (note)", ["things has a new unique: btree (note)"]],
  ["drop index things_name", ["things has lost its unique index: btree (name)"]],
  [
    "alter table things drop constraint things_kind_check, add check (kind in ('a', 'c'))",
    ["things has a new check: CHECK ((kind = ANY (ARRAY['a'::text, 'c'::text])))"],
  ],
  ["alter table things drop constraint things_kind_check, add check (kind in ('a', 'b', 'c'))", []],
  ["alter table things drop constraint things_kind_check", []],
  ["alter table things add column colour text not null default 'red'", []],
  ["alter table things add column place integer unique", []],
  ["create table others (id text primary key, thing text not null references things (id))", []],
] as const)("of the schema of a version, %s takes what is named", async (statement, breaks) => {
  const migrations: Record<string, Migration> = {
    "0001_before": {
      up: async (inside) => {
        for (const text of BEFORE) await sql.raw(text).execute(inside);
      },
    },
  };
  await migrate(db, { migrations });
  const before = await readSchema(db);
  await sql.raw(statement).execute(db);
  expect(breaksOf(before, await readSchema(db))).toEqual(breaks);
});

test("what a released version no longer uses may be dropped by a later one", async () => {
  for (const text of BEFORE) await sql.raw(text).execute(db);
  const before = await readSchema(db);
  await sql.raw("alter table things drop column note").execute(db);
  expect(breaksOf(before, await readSchema(db), new Set(["things.note"]))).toEqual([]);
});

test("a release names a migration that is there", () => {
  for (const { lastMigration } of releases) expect(Object.keys(MIGRATIONS)).toContain(lastMigration);
});
