import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SYNC = join(ROOT, "server/sync");

/** The rows of the table in docs/ARCHITECTURE.md, from above; folders of one row have one rank. */
function rankOfFolders(): ReadonlyMap<string, number> {
  const page = readFileSync(join(ROOT, "docs/ARCHITECTURE.md"), "utf8");
  const chapter = page.slice(page.indexOf("### `server/sync/`")).split("\n### ")[0] ?? "";
  const rows = [...chapter.matchAll(/^\| +((?:`\w+\/` *)+)\|/gm)];
  return new Map(
    rows.flatMap(([, cell = ""], rank) =>
      [...cell.matchAll(/`(\w+)\/`/g)].map(([, name = ""]) => [name, rank] as const),
    ),
  );
}

/** Imports from one folder of `server/sync` into another: file and both folders. */
function importsBetweenFolders(): { file: string; from: string; to: string }[] {
  return globSync("*/**/*.ts", { cwd: SYNC }).flatMap((file) => {
    const [from = ""] = file.split(sep);
    const text = readFileSync(join(SYNC, file), "utf8");
    return [...text.matchAll(/from "(\.[^"]+)"/g)].flatMap(([, target = ""]) => {
      const [to = "", ...rest] = relative(SYNC, join(SYNC, dirname(file), target)).split(sep);
      return to === ".." || to === from || rest.length === 0 ? [] : [{ file, from, to }];
    });
  });
}

test("a folder of the sync imports only folders of lower rows of the architecture's table", () => {
  const ranks = rankOfFolders();
  const imports = importsBetweenFolders();
  expect(imports.length).toBeGreaterThan(50);
  const folders = new Set(imports.flatMap(({ from, to }) => [from, to]));
  expect([...folders].filter((name) => !ranks.has(name))).toEqual([]);
  expect(imports.filter(({ from, to }) => (ranks.get(from) ?? 0) >= (ranks.get(to) ?? 0))).toEqual([]);
});
