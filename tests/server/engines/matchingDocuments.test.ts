import { beforeAll, describe, expect, it } from "vitest";
import { matchingDocuments } from "../../../server/engines/search/watch/matchingDocuments.ts";
import { search } from "../../../server/engines/search/search.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});

describe("all matches of a query", () => {
  it.each(["client", "kind:issue is:open", '"not found" OR redirect', "/re.*y/", "client -redirect"])(
    "are as many as the search counts for %j, each with its own key",
    (q) => {
      const { matches, isPartial } = matchingDocuments(sample.index, { q }, 1000);
      const people = search(sample.index, { q, kind: ["person"] }).total;
      const { total } = search(sample.index, { q });
      expect(total).toBeGreaterThan(0);
      expect(isPartial).toBe(false);
      expect(matches).toHaveLength(total - people);
      expect(new Set(matches?.map(({ key }) => key)).size).toBe(matches?.length);
    },
  );

  it("are none where the search shows documents with some of the words", () => {
    const q = "client zzyzx";
    expect(search(sample.index, { q }).total).toBeGreaterThan(0);
    expect(matchingDocuments(sample.index, { q }, 1000).matches).toEqual([]);
  });

  it("are unknown beyond the limit", () => {
    const all = matchingDocuments(sample.index, { q: "client" }, 1000).matches?.length ?? 0;
    expect(matchingDocuments(sample.index, { q: "client" }, all).matches).toHaveLength(all);
    expect(matchingDocuments(sample.index, { q: "client" }, all - 1).matches).toBeNull();
  });

  it("are no people, neither among the matches nor in the limit", () => {
    const q = "ada";
    expect(search(sample.index, { q, kind: ["person"] }).total).toBeGreaterThan(0);
    expect(matchingDocuments(sample.index, { q, kind: ["person"] }, 1000).matches).toEqual([]);
    const all = matchingDocuments(sample.index, { q }, 1000).matches?.length ?? 0;
    expect(matchingDocuments(sample.index, { q }, all).matches).toHaveLength(all);
  });
});
