import { expect, test } from "vitest";
import { DIALECT, dialectProblems, findDialect } from "../../scripts/lint/dialect.ts";

test("no tracked text has a word of the dialect", () => {
  expect(dialectProblems()).toEqual([]);
});

test.each(Object.keys(DIALECT))("finds “%s” in a sentence, also over two lines of a comment", (word) => {
  expect(findDialect(`/** What ${word} here,\n * and ${word.replaceAll(" ", "\n * ")} there. */`)).toEqual([
    { line: 1, word },
    { line: 2, word },
  ]);
});

test.each([
  "withstands, understood, besides, mushrooms",
  "nobody@example.org",
  't("table.nobody")',
  '"nobody": "No one"',
  "/^(none|nobody|tbd)$/i",
  "a star stands for any name, a stand-in for the editor",
])("ignores data and parts of words: %s", (text) => {
  expect(findDialect(text)).toEqual([]);
});
