import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { sharedBasenames } from "../../scripts/lint/basenames.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Names that several folders may have, because each is the same part of another noun. */
const ALLOWED: ReadonlySet<string> = new Set(["routes.ts", "service.ts", "present.ts", "weights.ts"]);

test("two files of one name are found in any folder and any case", () => {
  expect(
    sharedBasenames(["server/a/words.ts", "server/b/Words.ts", "server/a/query.ts", "src/List.tsx", "src/a/list.ts"]),
  ).toEqual([
    ["server/a/words.ts", "server/b/Words.ts"],
    ["src/List.tsx", "src/a/list.ts"],
  ]);
  expect(sharedBasenames(["src/List.tsx", "src/List.module.css"])).toEqual([]);
});

test.each([
  // A migration is named by the change it makes, and a file of statements by its table.
  { half: "server", exclude: ["server/db/migrations/**", "server/db/tables/**"] },
  { half: "src", exclude: [] },
])("no two files of $half have the same name", ({ half, exclude }) => {
  const files = globSync(`${half}/**/*.{ts,tsx,css}`, { cwd: ROOT, exclude });
  expect(files.length).toBeGreaterThan(500);
  expect(sharedBasenames(files.filter((path) => !ALLOWED.has(basename(path))))).toEqual([]);
});
