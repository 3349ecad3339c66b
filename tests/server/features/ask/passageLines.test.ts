import { expect, test } from "vitest";
import { bestLines, wordsOfQuestion } from "../../../../server/features/ask/passageLines.ts";

test("a long issue about a file of short lines is searched within bounds", () => {
  const words = wordsOfQuestion(Array.from({ length: 5000 }, (_, at) => `word${at}`).join(" "));
  expect(words.length).toBeLessThanOrEqual(40);
  const lines = [...Array.from({ length: 200_000 }, () => "x"), "word1"];
  const started = process.cpuUsage();
  expect(bestLines(lines, words, { lines: 40, characters: 2000 })).toEqual({ first: 1, last: 40 });
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});
