import { expect, test } from "vitest";
import { countByFolder, countDialect, DIALECT, readBaseline } from "../../scripts/lint/dialect.ts";

test("no folder has more words of the dialect than its baseline", () => {
  const baseline = readBaseline();
  const grown = Object.entries(countByFolder()).filter(([folder, count]) => count > (baseline[folder] ?? 0));
  expect(
    grown.map(
      ([folder, count]) =>
        `${folder}: ${count}, at most ${baseline[folder] ?? 0}: node scripts/lint/dialect.ts ${folder}`,
    ),
  ).toEqual([]);
});

test.each(Object.keys(DIALECT))("counts “%s” in a sentence, also over two lines", (word) => {
  expect(countDialect(`/** What ${word} here, and ${word.replace(" ", "\n")} there. */`)).toBe(2);
});

test("does not count a part of a word", () => {
  expect(countDialect("withstands, understood, besides, mushrooms")).toBe(0);
});
