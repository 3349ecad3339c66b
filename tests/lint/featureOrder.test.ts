import { join } from "node:path";
import { expect, test } from "vitest";
import { findCircle, importsOfFolders } from "./importCircle.ts";

const SERVER = join(import.meta.dirname, "../../server");

test("a circle of imports is found", () => {
  const nouns = new Map([
    ["issues", new Set(["graph"])],
    ["graph", new Set(["documents"])],
    ["documents", new Set(["issues"])],
  ]);
  expect(findCircle(nouns)).toEqual(["issues", "graph", "documents", "issues"]);
});

test.each([
  { folder: "features", least: 25 },
  { folder: "engines", least: 13 },
])("the folders of $folder import each other without a circle", ({ folder, least }) => {
  const folders = importsOfFolders(join(SERVER, folder));
  expect(folders.size).toBeGreaterThan(least);
  expect(findCircle(folders)).toBeNull();
});
