import { afterAll, beforeAll, expect, test } from "vitest";
import { rankHits, search } from "../../../server/engines/search/search.ts";
import { showHits } from "../../../server/engines/search/showHits.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

test("the hits of a search are shown as they were found, however many searches came in between", () => {
  const queries = ["retry policy timeout", "cookie jar", "redirect", "client request timeout"];
  const alone = queries.map((q) => search(sample.index, { q, now: 0 }).results);
  const found = queries.map((q) => rankHits(sample.index, { q, now: 0 }));
  expect(found.some(({ hits }) => hits.some(({ range }) => range !== null))).toBe(true);
  expect(found.map(({ hits, plan }) => showHits(hits, plan))).toEqual(alone);
});
