import { expect, test } from "vitest";
import {
  DIALECT,
  dialectProblems,
  findDialect,
  findFragments,
  findNameDialect,
  findTitleDialect,
  IDENTIFIER_DIALECT,
  TITLE_DIALECT,
} from "../../scripts/lint/dialect.ts";

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

test.each(["of", "as of", "besides"])("finds a doc comment that begins with “%s”", (word) => {
  const capital = `${word[0]?.toUpperCase()}${word.slice(1)}`;
  const found = [{ line: 2, word }];
  expect(findFragments(`interface Page {\n  /** ${capital} a page. */\n  size: number;\n}`)).toEqual(found);
  expect(findFragments(`/**\n * ${capital} a page, with its files.\n * In bytes.\n */`)).toEqual(found);
  expect(findFragments(`\n/**${word} a page */`)).toEqual(found);
  expect(findFragments(`/**\n *\n * ${capital} a page. */`)).toEqual([{ line: 3, word }]);
});

test("finds one whose first words are on two lines", () => {
  expect(findFragments("/** As\n * of the last sync. */")).toEqual([{ line: 1, word: "as of" }]);
});

test.each([
  "/** Size of a page. */",
  "/** Often empty. */",
  "/** Off: no mail is sent. */",
  "/** Offset of the first line. */",
  "/** As often as a sync runs. */",
  "/** `of`: the thing that is counted. */",
  "/** The first sentence.\n * Of two equal pages the first one counts. */",
])("ignores other doc comments: %s", (text) => {
  expect(findFragments(text)).toEqual([]);
});

test.each(Object.keys(TITLE_DIALECT))("finds “%s” in the titles of tests", (word) => {
  const found = (text: string) => findTitleDialect(text).map(({ line }) => line);
  expect(found(`describe("a page", () => {\n  test("it ${word} so", () => undefined);\n});`)).toEqual([2]);
  expect(found(`test.each([\n  1,\n  2,\n])(\n  "%s ${word} so",\n  run,\n);`)).toEqual([5]);
  expect(found(`test.skipIf(isRoot())(\`it ${word} so\`, run);`)).toEqual([1]);
  expect(found(`describe('it ${word} so', run);`)).toEqual([1]);
});

test("reads no other text of a test as a title", () => {
  expect(findTitleDialect('test("a title", () => {\n  // It says so.\n  click("says", one);\n});')).toEqual([]);
});

test.each(Object.keys(IDENTIFIER_DIALECT))("finds “%s” in a name", (word) => {
  const capital = `${word[0]?.toUpperCase()}${word.slice(1)}`;
  for (const name of [word, `${word}At`, `was${capital}`, `HTTP${capital}`])
    expect(findNameDialect(name)?.word).toBe(word);
});

test.each(["onTakeOut", "takeOut", "TakeOutProps", "isTakenOut"])(
  "finds a pair of words in a name of the app: %s",
  (name) => {
    expect(findNameDialect(name, true)?.word).toMatch(/^taken? out$/);
    expect(findNameDialect(name)).toBeUndefined();
  },
);

test.each(["takeOutcome", "outTake", "onTakeAll"])("ignores other pairs of words: %s", (name) => {
  expect(findNameDialect(name, true)).toBeUndefined();
});

test.each(["told_at", "handler", "heartbeat", "retold", "constructor", "padding", "understanding"])(
  "ignores stored names and parts of words: %s",
  (name) => {
    expect(findNameDialect(name)).toBeUndefined();
  },
);
