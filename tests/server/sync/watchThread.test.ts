import { afterAll, beforeAll, expect, test } from "vitest";
import { matchInThread } from "../../../server/sync/backgroundJobs/watchThread.ts";
import type { WatchedQuery } from "../../../server/sync/backgroundJobs/watchWorker.ts";
import { type SampleIndex, sampleIndex } from "../engines/sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

const match = (searches: WatchedQuery[], manifest = sample.manifest) =>
  matchInThread(
    {
      blobs: { driver: "files", folder: sample.blobFolder },
      manifest,
      searches,
      persons: [],
      writers: new Map(),
      sourceNames: new Map([["tracker-1", "Bugs"]]),
    },
    new AbortController().signal,
  );

test("a search that throws does not lose the others of its thread", async () => {
  // The contract refuses it: no query that it accepts is known to throw.
  const broken = null as unknown as string;
  const outcomes = await match([
    { id: "a", q: "client", facets: {}, limit: 10 },
    { id: "b", q: broken, facets: {}, limit: 10 },
    { id: "c", q: "client", facets: {}, limit: 10 },
  ]);
  expect(outcomes.map(({ query }) => query.id)).toEqual(["a", "b", "c"]);
  expect(outcomes.map((outcome) => "error" in outcome)).toEqual([false, true, false]);
});

test("a filter by repository knows the names of all sources, as the search does", async () => {
  const [outcome] = await match([{ id: "a", q: "repo:Bugs", facets: {}, limit: 10 }]);
  expect(outcome && "matches" in outcome ? outcome.matches?.length : 0).toBeGreaterThan(0);
});

test("an index that cannot be opened fails the task", async () => {
  const code = sample.manifest.code.map((part) => ({
    ...part,
    layers: part.layers.map((layer) => ({ ...layer, table: "0".repeat(64) })),
  }));
  await expect(
    match([{ id: "a", q: "client", facets: {}, limit: 10 }], { ...sample.manifest, code }),
  ).rejects.toThrow();
});
