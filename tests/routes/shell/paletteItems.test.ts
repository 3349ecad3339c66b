import { expect, test } from "vitest";
import type { FoundName } from "../../../contract/search/goTo.ts";
import type { Translation } from "../../../src/i18n/useTranslation.ts";
import { paletteItems, type PaletteData } from "../../../src/routes/shell/paletteItems.ts";
import { readPaletteQuery } from "../../../src/routes/shell/paletteQuery.ts";

const t = ((key: string, values?: { query?: string; project?: string }) =>
  [key, ...Object.values(values ?? {})].join(" ")) as unknown as Translation<"palette">["t"];
const atlas = { slug: "atlas", name: "Atlas", updated_at: "2026-03-01T00:00:00Z" };
const loom = { slug: "loom", name: "Loom", updated_at: "2026-03-02T00:00:00Z" };
const file: FoundName = {
  kind: "file",
  id: "r-1:src/atlas.ts",
  name: "atlas.ts",
  detail: "src",
  source: "r-1",
  path: "src/atlas.ts",
  line: null,
  url: null,
  address: null,
  state: null,
  symbol: null,
  container: null,
  score: 850,
  project: { slug: "atlas", name: "Atlas" },
};
const itemsOf = (typed: string, part: Partial<PaletteData> = {}) =>
  paletteItems(
    {
      query: readPaletteQuery(typed),
      here: undefined,
      projects: [atlas, loom],
      names: [],
      savedSearches: [],
      commands: [
        { id: "screen help", group: "screens", title: "Help", keywords: "support", to: "/help" },
        { id: "action theme", group: "actions", title: "Dark theme", keywords: "colours", to: () => undefined },
      ],
      pageCommands: [],
      commits: [],
      thisFile: [],
      completions: [],
      recentPlaces: [],
      pastSearches: [],
      lastUse: ({ updated_at }) => Date.parse(updated_at),
      ...part,
    },
    t,
  ).map(({ id }) => id);

test("without a text: recent places, then past searches, then the projects by their last use, then commands", () => {
  const recentPlaces = [{ id: "file 1", title: "one.ts", detail: "", to: "/one" }];
  expect(itemsOf("", { recentPlaces, pastSearches: ["a", "b", "c", "d"] })).toEqual([
    "file 1",
    "past a",
    "past b",
    "past c",
    "project loom",
    "project atlas",
    "screen help",
    "action theme",
  ]);
});

test("a project comes before a file of its name, its parts come after it, and the search is last", () => {
  const found = itemsOf("atlas", { names: [file] });
  expect(found[0]).toBe("project atlas");
  expect(found.indexOf("file atlas r-1:src/atlas.ts")).toBeGreaterThan(0);
  expect(found.at(-1)).toBe("search all");
  expect(found.indexOf("settings atlas")).toBeGreaterThan(found.indexOf("project atlas"));
});

test("what was opened before comes first among equals", () => {
  const other = { ...file, id: "r-1:lib/atlas.ts", path: "lib/atlas.ts" };
  const id = "file atlas r-1:lib/atlas.ts";
  const found = itemsOf("atlas", { names: [file, other], recentPlaces: [{ id, title: "", detail: "", to: "/" }] });
  expect(found.indexOf(id)).toBeLessThan(found.indexOf("file atlas r-1:src/atlas.ts"));
});

test("a mode lists its own items alone", () => {
  const line = { id: "line", group: "files" as const, title: "line", to: "#L3", score: 1 };
  expect(itemsOf(">theme")).toEqual(["action theme"]);
  expect(itemsOf(":3", { thisFile: [line] })).toEqual(["line"]);
  expect(itemsOf("label:bug", { here: "atlas", completions: [{ ...line, id: "filter label:bug" }] })).toEqual([
    "filter label:bug",
    "search here",
    "search all",
  ]);
});

test("commands of the page change something: Enter prefers a name, and single values are listed after > alone", () => {
  const command = { id: "close", title: "Close as completed", keywords: "atlas", isListed: true, run: () => undefined };
  const pageCommands = [command, { ...command, id: "label", title: "Add label: atlas", isListed: false }];
  const found = itemsOf("atlas", { names: [file], projects: [], pageCommands });
  expect(found).toEqual(["file atlas r-1:src/atlas.ts", "page close", "search all"]);
  expect(itemsOf("", { projects: [], pageCommands })).toContain("page close");
  expect(itemsOf("", { projects: [], pageCommands })).not.toContain("page label");
  expect(itemsOf("> add label", { pageCommands })).toEqual(["page label"]);
});

test("a search in the open project leads to its search page", () => {
  const items = paletteItems(
    {
      query: readPaletteQuery("token"),
      here: "atlas",
      projects: [],
      names: [],
      savedSearches: [],
      commands: [],
      pageCommands: [],
      commits: [],
      thisFile: [],
      completions: [],
      recentPlaces: [],
      pastSearches: [],
      lastUse: () => 0,
    },
    t,
  );
  expect(items.map(({ to }) => to)).toEqual(["/projects/atlas/search?q=token", "/?q=token"]);
});
