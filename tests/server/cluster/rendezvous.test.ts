import { describe, expect, test } from "vitest";
import { type KeyHolder, Rendezvous } from "../../../server/cluster/rendezvous.ts";

const KEYS = Array.from({ length: 20_000 }, (_, n) => `company${n % 97}/project-${n}`);
const fleet = (count: number, weight: (n: number) => number = () => 1): KeyHolder[] =>
  Array.from({ length: count }, (_, n) => ({ address: `http://search-${n}.search:4100`, weight: weight(n) }));
const holderOf = (rendezvous: Rendezvous<KeyHolder>, key: string): string =>
  rendezvous.holders(key, 1)[0]?.address ?? "";
const countsOf = (candidates: readonly KeyHolder[]): Map<string, number> => {
  const rendezvous = new Rendezvous(candidates);
  const counts = new Map(candidates.map(({ address }) => [address, 0]));
  for (const key of KEYS) counts.set(holderOf(rendezvous, key), (counts.get(holderOf(rendezvous, key)) ?? 0) + 1);
  return counts;
};

describe("rendezvous hashing", () => {
  test.each([3, 10, 100])("distributes keys over %i processes as evenly as chance allows", (count) => {
    const mean = KEYS.length / count;
    // A binomial count stays within five standard deviations but once in a million.
    const bound = 5 * Math.sqrt(mean * (1 - 1 / count));
    for (const [address, keys] of countsOf(fleet(count))) {
      expect([address, Math.abs(keys - mean) < bound]).toEqual([address, true]);
    }
  });

  test("gives a process with three times the weight three times the keys", () => {
    const counts = [...countsOf(fleet(10, (n) => (n === 4 ? 3 : 1))).values()];
    const others = counts.filter((_, n) => n !== 4).reduce((sum, count) => sum + count, 0) / 9;
    expect((counts[4] ?? 0) / others).toBeGreaterThan(2.7);
    expect((counts[4] ?? 0) / others).toBeLessThan(3.3);
  });

  test("moves only the keys of a process that leaves, each to its next holder", () => {
    const all = fleet(10);
    const gone = all[3]?.address;
    const before = new Rendezvous(all);
    const after = new Rendezvous(all.filter(({ address }) => address !== gone));
    let moved = 0;
    for (const key of KEYS) {
      const [first, second] = before.holders(key, 2);
      expect(holderOf(after, key)).toBe(first?.address === gone ? second?.address : first?.address);
      if (first?.address === gone) moved += 1;
    }
    expect(moved).toBeGreaterThan(KEYS.length / 20);
  });

  test("moves to a process that joins only the keys that it holds", () => {
    const before = new Rendezvous(fleet(10));
    const after = new Rendezvous(fleet(11));
    const joined = "http://search-10.search:4100";
    let moved = 0;
    for (const key of KEYS) {
      if (holderOf(before, key) === holderOf(after, key)) continue;
      expect(holderOf(after, key)).toBe(joined);
      moved += 1;
    }
    expect(Math.abs(moved - KEYS.length / 11)).toBeLessThan(5 * Math.sqrt(KEYS.length / 11));
  });

  test("spreads the keys of a process that leaves over all others", () => {
    const rendezvous = new Rendezvous(fleet(10));
    const heirs = new Map<string, number>();
    for (const key of KEYS) {
      const [first, second] = rendezvous.holders(key, 2);
      if (first?.address !== "http://search-3.search:4100" || !second) continue;
      heirs.set(second.address, (heirs.get(second.address) ?? 0) + 1);
    }
    expect(heirs.size).toBe(9);
    expect(Math.max(...heirs.values()) / Math.min(...heirs.values())).toBeLessThan(1.6);
  });

  test("orders holders alike for any order of the list, without repetition", () => {
    const forward = new Rendezvous(fleet(20));
    const backward = new Rendezvous(fleet(20).toReversed());
    for (const key of KEYS.slice(0, 500)) {
      const holders = forward.holders(key, 20).map(({ address }) => address);
      expect(backward.holders(key, 20).map(({ address }) => address)).toEqual(holders);
      expect(new Set(holders).size).toBe(20);
      expect(forward.holders(key, 3).map(({ address }) => address)).toEqual(holders.slice(0, 3));
    }
  });

  test("leaves out those that are not accepted", () => {
    const rendezvous = new Rendezvous(fleet(5));
    for (const key of KEYS.slice(0, 100)) {
      const [first, second] = rendezvous.holders(key, 2);
      expect(rendezvous.holders(key, 1, (one) => one !== first)).toEqual([second]);
    }
    expect(rendezvous.holders("any", 3, () => false)).toEqual([]);
  });
});
