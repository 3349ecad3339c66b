import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, expect, test } from "vitest";
import { installCreationRollback } from "../../../server/db/pglite/durability.ts";
import { makeStorage } from "../testDb.ts";

const { writeFileSync } = fs;
const storage = await makeStorage("pglite");

/** Lets the disk refuse to create files whose path has this end; null: none. */
function refuse(end: string | null): void {
  fs.writeFileSync = (path, ...rest) => {
    if (end !== null && String(path).endsWith(end)) throw Object.assign(new Error("EIO"), { code: "EIO" });
    writeFileSync(path, ...rest);
  };
  syncBuiltinESMExports();
}
afterEach(async () => {
  fs.writeFileSync = writeFileSync;
  syncBuiltinESMExports();
  await storage.remove();
});

test("a table whose next file could not be created once takes rows again as soon as the disk does", async () => {
  const database = await PGlite.create({ dataDir: join(storage.dataDir, "database") });
  installCreationRollback(database);
  await database.exec("create table steps (name text)");
  // More than one page of rows has a map of free space, which is a file of its own.
  const insert = () => database.query("insert into steps select repeat('x', 1000) from generate_series(1, 200)");
  refuse("_fsm");
  await expect(insert()).rejects.toThrow(/could not create file .*_fsm/);
  await expect(insert()).rejects.toThrow(/could not create file .*_fsm/);
  refuse(null);
  await insert();
  const { rows } = await database.query("select count(*)::int as count from steps");
  expect(rows).toEqual([{ count: 200 }]);
  await database.close();
});
