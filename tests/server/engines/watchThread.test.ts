import { afterAll, beforeAll, expect, test } from "vitest";
import type { SavedFacets } from "../../../contract/savedSearches.ts";
import { matchInThread } from "../../../server/engines/search/watch/watchThread.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

const match = (searches: { id: string; q: string; facets: SavedFacets }[], manifest = sample.manifest) =>
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
    { id: "a", q: "client", facets: {} },
    { id: "b", q: broken, facets: {} },
    { id: "c", q: "client", facets: {} },
  ]);
  expect(outcomes.map(({ query }) => query.id)).toEqual(["a", "b", "c"]);
  expect(outcomes.map((outcome) => "error" in outcome)).toEqual([false, true, false]);
});

test("a filter by repository knows the names of all sources, as the search does", async () => {
  const [outcome] = await match([{ id: "a", q: "repo:Bugs", facets: {} }]);
  expect(outcome && "matches" in outcome ? outcome.matches?.length : 0).toBeGreaterThan(0);
});

test("an index that cannot be opened fails the task", async () => {
  const code = sample.manifest.code.map((part) => ({
    ...part,
    layers: part.layers.map((layer) => ({ ...layer, table: "0".repeat(64) })),
  }));
  await expect(match([{ id: "a", q: "client", facets: {} }], { ...sample.manifest, code })).rejects.toThrow();
});
