import { expect, test } from "vitest";
import { hrefTo } from "../../src/routes/paths.ts";
import { readExperts } from "../../src/routes/project/expertsUrl.ts";

test("a person that a search found leads to what they hold, and the Experts screen reads it so", () => {
  const href = hrefTo.person("atlas", { id: "p-ada", title: "Ada" });
  const at = new URL(href, "http://clew.example");
  expect(at.pathname).toBe("/projects/atlas/experts");
  expect(readExperts(at.searchParams)).toMatchObject({ view: "map", leave: "p-ada" });
});

test("one whom no history knows leads to the list of people, narrowed to them", () => {
  const who = (id: string, title: string) => {
    const { pathname, searchParams } = new URL(hrefTo.person("atlas", { id, title }), "http://clew.example");
    return [pathname.split("/").at(-1), searchParams.get("who")];
  };
  expect(who("account:pat-1", "Pat Doe")).toEqual(["people", "Pat Doe"]);
  expect(who("account:alex-1", "Alex (alex.one@example.org)")).toEqual(["people", "alex.one@example.org"]);
});

test("so does the search result of a person", () => {
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
    context: null,
    doc: null,
    hash: null,
    address: null,
    snippet: [],
    score: 1,
    parts: [],
    exact: null,
    project: { slug: "atlas", name: "Atlas" },
  } as const;
  expect(hrefTo.searchResult(found.project.slug, found)).toBe(hrefTo.person("atlas", { id: "p-1", title: "Ada" }));
});
