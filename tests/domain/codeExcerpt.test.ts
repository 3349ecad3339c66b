import { expect, test } from "vitest";
import { excerptRange } from "../../src/domain/codeExcerpt.ts";

test.each([
  ["a function with a few lines around it", 100, [20, 30], [], [17, 33]],
  ["at the start of a file", 100, [1, 4], [], [1, 7]],
  ["at its end", 100, [95, 100], [], [92, 100]],
  ["a long function from its start, when the match is seen there", 500, [100, 300], [110], [97, 144]],
  ["a long function around a match that is far down", 500, [100, 300], [250, 260], [241, 288]],
  ["a match near the end of a long function", 500, [100, 300], [299], [256, 303]],
  ["lines that a file no longer has", 10, [50, 60], [55], [7, 10]],
])("%s", (_, count, [from = 0, to = 0], matches, shown) => {
  const found = excerptRange(count, { from, to }, matches);
  expect([found.from, found.to]).toEqual(shown);
});

test.each([
  ["the start, when the first match is seen there", [100, 300], [105], [97, 112]],
  ["around a match that is further down", [100, 300], [250], [246, 261]],
  ["never more of a short function than it has", [20, 22], [], [17, 25]],
])("of sixteen lines: %s", (_, [from = 0, to = 0], matches, shown) => {
  const found = excerptRange(500, { from, to }, matches, 16);
  expect([found.from, found.to]).toEqual(shown);
});
