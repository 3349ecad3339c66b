import { expect, test } from "vitest";
import { hrefTo } from "../../src/routes/paths.ts";
import { readExperts } from "../../src/routes/project/expertsUrl.ts";
import { hrefOfFound } from "../../src/routes/home/HomeResults.tsx";

test("a person that a search found leads to what they hold, and the Experts screen reads it so", () => {
  const href = hrefTo.person("atlas", "ada@example.org");
  const at = new URL(href, "http://clew.example");
  expect(at.pathname).toBe("/projects/atlas");
  expect(at.searchParams.get("tab")).toBe("experts");
  expect(readExperts(at.searchParams)).toMatchObject({ view: "map", leave: "ada@example.org" });
});

test("so does one found over all projects", () => {
  const found = {
    kind: "person",
    id: "p-1",
    title: "Ada",
    path: null,
    url: null,
    source: null,
    line: null,
    language: null,
    state: null,
    author: null,
    updated_at: null,
    symbol: null,
    snippet: [],
    score: 1,
    parts: [],
    exact: null,
    project: { slug: "atlas", name: "Atlas" },
  } as const;
  expect(hrefOfFound({ ...found, parts: [], snippet: [], project: { ...found.project } })).toBe(
    hrefTo.person("atlas", "p-1"),
  );
});
