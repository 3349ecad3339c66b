/** A name means one statement, so that a search for it finds the one that a caller uses. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TABLES = join(import.meta.dirname, "../../server/db/tables");

test("no two files of tables export a statement of the same name", () => {
  const names = globSync("*/*.ts", { cwd: TABLES }).flatMap((file) =>
    [...readFileSync(join(TABLES, file), "utf8").matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(
      ([, name]) => name ?? "",
    ),
  );
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
