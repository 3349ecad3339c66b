import { afterAll, beforeAll, expect, test } from "vitest";
import { withScratch } from "../../../server/engines/search/scoring/ScratchPool.ts";
import { findHits, rankHits, search } from "../../../server/engines/search/search.ts";
import { showHits } from "../../../server/engines/search/results/showHits.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

test("the hits of a search are shown as they were found, however many searches came meanwhile", () => {
  const queries = ["retry policy timeout", "cookie jar", "redirect", "client request timeout"];
  const alone = queries.map((q) => search(sample.index, { q, nowMs: 0 }).results);
  const found = queries.map((q) => rankHits(sample.index, { q, nowMs: 0 }));
  expect(found.some(({ hits }) => hits.some(({ range }) => range !== null))).toBe(true);
  expect(found.map(({ hits, plan }) => showHits(hits, plan))).toEqual(alone);
});

test("a search inside of another one writes into other memory, which later searches use again", () => {
  const { index } = sample;
  const columnsOf = ({ run, resultsByKind }: ReturnType<typeof findHits>) =>
    [...resultsByKind.flatMap(({ match }) => [...match.scores, ...match.bits]), ...(run.chunks?.values ?? [])].map(
      (column) => [...column],
    );
  const first = { q: "retry policy timeout", nowMs: 0 };
  const alone = withScratch((scratch) => columnsOf(findHits(scratch, index, first)));
  expect(alone.flat().some((value) => value > 0)).toBe(true);
  const [outer, inner] = withScratch((scratch) => {
    const found = findHits(scratch, index, first);
    const within = search(index, { q: "cookie jar", nowMs: 0 }).results;
    return [columnsOf(found), within];
  });
  expect(outer).toEqual(alone);
  expect(inner).toEqual(search(index, { q: "cookie jar", nowMs: 0 }).results);
  expect(withScratch((scratch) => columnsOf(findHits(scratch, index, first)))).toEqual(alone);
});
