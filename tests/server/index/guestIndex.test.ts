import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { search } from "../../../server/engines/search/search.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { DamagedIndexError } from "../../../server/index/indexErrors.ts";
import { HashedNames } from "../../../server/index/tables/HashedNames.ts";
import { type SampleIndex, sampleIndex } from "../engines/sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

describe("an index that is open for a question over many", () => {
  test("answers as one that is open for itself, with its postings in their files", async () => {
    const store = new IndexCache(sample.blobs);
    const { index } = await store.openEvictable(sample.manifest);
    const own = await new IndexCache(sample.blobs).open(sample.manifest);
    for (const { segment } of [...index.codeGroup.members, ...index.chunkGroup.members, ...index.issueGroup.members])
      expect(segment.isByRange).toBe(true);
    for (const q of [
      "retry policy",
      "redirect",
      '"follows redirects"',
      "client -retry",
      "/retr[iy]/",
      "is:open",
      "retr",
    ]) {
      const { took_ms: _, ...guest } = search(index, { q, nowMs: 0 });
      const { took_ms: __, ...expected } = search(own, { q, nowMs: 0 });
      expect(expected.total, q).toBeGreaterThan(0);
      expect(guest, q).toEqual(expected);
    }
  });

  test("takes less memory, and is opened as a separate index when its project is opened", async () => {
    const [guests, kept] = [new IndexCache(sample.blobs), new IndexCache(sample.blobs)];
    await guests.openEvictable(sample.manifest);
    await kept.open(sample.manifest);
    expect(guests.bytes()).toBeLessThan(kept.bytes());
    await guests.open(sample.manifest);
    expect(guests.count()).toBe(1);
    expect((await guests.openEvictable(sample.manifest)).index).toBe(await guests.open(sample.manifest));
  });

  test("is damaged where a file that it reads from is gone", async () => {
    const { index } = await new IndexCache(sample.blobs).openEvictable(sample.manifest);
    const [code] = sample.manifest.code;
    const hash = code?.layers[0]?.symbols?.chunkSegment ?? "";
    rmSync(join(sample.blobFolder, hash.slice(0, 2), hash.slice(2)));
    const [member] = index.chunkGroup.members;
    // Its descriptor is still open, so it can be read.
    expect(member?.segment.term(0)).not.toBe("");
    await expect(new IndexCache(sample.blobs).openEvictable(sample.manifest)).rejects.toThrow(DamagedIndexError);
  });
});

test("names are found by their hashes as by the names", () => {
  const names = Array.from({ length: 500 }, (_, at) => `n${(at * 7) % 90}`);
  const hashed = new HashedNames(names.length, (at) => names[at] ?? "");
  for (const name of [...new Set(names), "absent", ""])
    expect(hashed.with(name)).toEqual(names.flatMap((one, at) => (one === name ? [at] : [])));
});
