/** Places in texts: lines of another version of a file, comments of code, and ages. */
import { deepStrictEqual, ok } from "node:assert";
import { test } from "node:test";
import { extractNames } from "../../../src/domain/nameLinks.ts";
import { mapLines } from "../../../contract/texts/lineMap.ts";
import { keysIn } from "../../../contract/texts/names.ts";
import { textParts } from "../../../contract/texts/textParts.ts";
import { ageOf } from "../src/words.ts";

const map = (from: string, to: string) => [...mapLines(from.split(""), to.split(""))];

test("lines keep their place through changes before, after and between them", () => {
  deepStrictEqual(map("abc", "abc"), [0, 1, 2]);
  deepStrictEqual(map("xabc", "abc"), [-1, 0, 1, 2]);
  deepStrictEqual(map("aXc", "abc"), [0, -1, 2]);
  deepStrictEqual(map("abYcXde", "abcde"), [0, 1, -1, 2, -1, 3, 4]);
  // A moved line is not blamed for the place that it had, where others would lose theirs.
  deepStrictEqual(map("eabcd", "abcde"), [-1, 0, 1, 2, 3]);
  deepStrictEqual(map("", "abc"), []);
});

test("each mapped line is equal, and no two have one place", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = (length: number) => Array.from({ length }, () => "abcd}"[random(5)] ?? "").join("");
  for (let round = 0; round < 2000; round++) {
    const [from, to] = [text(random(14)), text(random(14))];
    const places = map(from, to);
    const mapped = places.filter((place) => place !== -1);
    ok(
      places.every((place, at) => place === -1 || from[at] === to[place]),
      `${from} ${to}`,
    );
    deepStrictEqual(mapped, [...new Set(mapped)], `${from} ${to}`);
  }
});

test("two versions of fifty thousand lines are compared without a delay", () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `line ${at}`);
  const changed = lines.flatMap((line, at) => (at % 10 === 0 ? ["new", line] : [line]));
  const start = performance.now();
  deepStrictEqual(mapLines(changed, lines).filter((place) => place === -1).length, 5000);
  ok(performance.now() - start < 3000);
});

const keys = (languageId: string, text: string) =>
  textParts(languageId, text)
    .flatMap(keysIn)
    .map(({ from, to, name }) => {
      deepStrictEqual(text.slice(from, to), name);
      return name;
    });

test("keys are in comments and texts, and not in strings, colours and names of the code", () => {
  deepStrictEqual(keys("typescript", 'f("#1 // #2"); // #3 it\'s ABC-4\n/* #5 */ `// #6` x = #7; // @Injectable'), [
    "#3",
    "ABC-4",
    "#5",
  ]);
  deepStrictEqual(keys("python", 'a = "# #1" # #2\ndef f():\n  """Doc of #3"""\n  x #4'), ["#2", "#3"]);
  deepStrictEqual(keys("css", "a { color: #123; /* as of !12 */ }"), ["!12"]);
  deepStrictEqual(keys("sql", "select '-- #1' -- #2"), ["#2"]);
  deepStrictEqual(keys("html", '<a href="#12">x</a><!-- #3 -->'), ["#3"]);
  deepStrictEqual(keys("git-commit", "Fix acme/tern#7 and #8\n# On branch main"), ["acme/tern#7", "#8"]);
});

test("no key of a long text is left out, however many accounts and hashes are before it", () => {
  const list = (count: number, nameOf: (at: number) => string) => Array.from({ length: count }, (_, at) => nameOf(at));
  const numbers = list(150, (at) => `#${at + 1}`);
  const others = list(200, (at) => `@ada${at} c0ffee${at}`).join(" ");
  for (const separator of [" ", ",", ")(", "\n"])
    deepStrictEqual(keys("markdown", [others, "x ".repeat(40_000), ...numbers].join(separator)), numbers);
});

test("keys are those of the app, in any surroundings", () => {
  const pieces = ["  ", ..."#1|!2|ABC-3|a/b#4|@ada|c0ffee1|x|.|-|/|&|_|,|(|'|ş".split("|")];
  let seed = 11;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 5000; round++) {
    const text = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join("");
    const names = extractNames([text]).filter((name) => !/^@|^[0-9a-f]+$/.test(name));
    deepStrictEqual([...new Set(keys("markdown", text))], names, text);
  }
});

test("texts that no language has are read in linear time", () => {
  for (const piece of ["'", '"', "`", "/*", "\\`", "<!--", '"""', "--"]) {
    const text = piece.repeat(200_000 / piece.length);
    const start = performance.now();
    for (const languageId of ["typescript", "python", "sql", "html"]) textParts(languageId, text);
    ok(performance.now() - start < 4000, piece);
  }
  deepStrictEqual(textParts("markdown", "x".repeat(600_000)), []);
});

test("ages are in the editor's language", () => {
  const now = Date.parse("2026-07-01T00:00:00Z");
  deepStrictEqual(
    [
      "2026-06-30T23:59:40Z",
      "2026-06-30T22:00:00Z",
      "2026-06-29T00:00:00Z",
      "2026-03-01T00:00:00Z",
      "2027-01-01T00:00:00Z",
      "x",
    ].map((at) => ageOf("en", at, now)),
    ["this minute", "2 hours ago", "2 days ago", "4 months ago", "this minute", ""],
  );
  deepStrictEqual(ageOf("tr", "2026-06-29T00:00:00Z", now), "evvelsi gün");
});
