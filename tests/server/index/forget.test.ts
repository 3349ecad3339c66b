import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { textOfFile } from "../../../server/index/OpenedIndex.ts";
import { sampleIndex, type SampleIndex } from "../engines/sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

test("frees only the parts that a replaced index shares with no other, and its readers continue", async () => {
  const { manifest, blobs } = sample;
  const store = new IndexCache(blobs);
  const first = await store.open(manifest);
  const whole = store.bytes();
  const withoutIssues = withPart(manifest, { issues: null });
  await store.open(withoutIssues);
  expect([store.count(), store.bytes()]).toEqual([2, whole]);

  store.forget(manifest);
  expect(store.count()).toBe(1);
  const kept = store.bytes();
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(whole);
  const [code] = first.code;
  if (!code) throw new Error("The sample has code.");
  expect(textOfFile(code, 0)).not.toBe("");

  store.forget(emptyManifest());
  expect([store.count(), store.bytes()]).toEqual([1, kept]);
  await store.open(manifest);
  expect(store.bytes()).toBe(whole);
});
