import { expect, test } from "vitest";
import { type Catalogue, compareCatalogues } from "../../scripts/checkWords.ts";

const english: Catalogue = {
  title: "Search",
  nested: { hello: "Hello {{name}}, see <b>this</b>" },
  results_one: "{{count}} result",
  results_other: "{{count}} results",
};
const turkish: Catalogue = {
  title: "Ara",
  nested: { hello: "Merhaba {{name}}, <b>buna</b> bak" },
  results_one: "Bir sonuç",
  results_other: "{{count}} sonuç",
};
const compare = (changes: Record<string, string | Catalogue | undefined>): string[] =>
  compareCatalogues(english, JSON.parse(JSON.stringify({ ...turkish, ...changes })) as Catalogue, "tr");

test("catalogues with the same contents have no problem", () => {
  expect(compare({})).toEqual([]);
});

test.for<[what: string, changes: Record<string, string | Catalogue | undefined>, problem: string]>([
  ["a missing key", { title: undefined }, "title is missing"],
  ["a key of its own", { extra: "Fazla" }, "extra is not in the English catalogue"],
  ["a missing plural form", { results_one: undefined }, 'results has no form for "one"'],
  ["an empty text", { title: " " }, "title is empty"],
  ["a slot that is not filled", { nested: { hello: "Merhaba, <b>buna</b> bak" } }, "nested.hello lacks {{name}}"],
  ["a placeholder without a value", { title: "Ara {{word}}" }, "title has {{word}}, which English has not"],
  ["lost markup", { nested: { hello: "Merhaba {{name}}" } }, "nested.hello lacks <b>"],
])("reports %s", ([, changes, problem]) => {
  expect(compare(changes)).toEqual([problem]);
});

test("reports a sentence that is in English in both languages", () => {
  const same = { help: "This sentence has no translation" };
  expect(compareCatalogues(same, same, "tr")).toEqual(['help is not translated: "This sentence has no translation"']);
});
