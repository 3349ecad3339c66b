import { expect, test } from "vitest";
import { StampedCache } from "../../server/memoize.ts";

const value = (name: string) => ({ name });

test("one computation for callers of the same state, another for the next state", async () => {
  const cache = new StampedCache<{ name: string }>(10);
  let runs = 0;
  const compute = () => Promise.resolve(value(`run ${++runs}`));
  const [a, b] = await Promise.all([cache.get("p", "1", compute), cache.get("p", "1", compute)]);
  expect(a).toBe(b);
  expect(await cache.get("p", "2", compute)).toEqual(value("run 2"));
  expect(await cache.get("p", "3", compute, 60_000)).toEqual(value("run 2"));
  expect(await cache.get("q", "2", compute)).toEqual(value("run 3"));
});

test("a failed computation is not kept, and takes no newer one along", async () => {
  const cache = new StampedCache<{ name: string }>(10);
  const slow = Promise.withResolvers<{ name: string }>();
  const failing = cache.get("p", "1", () => slow.promise);
  await cache.get("p", "2", () => Promise.resolve(value("newer")));
  slow.reject(new Error("failed"));
  await expect(failing).rejects.toThrow("failed");
  const again = () => Promise.resolve(value("again"));
  expect(await cache.get("p", "2", again)).toEqual(value("newer"));
  await expect(cache.get("q", "1", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await cache.get("q", "1", again)).toEqual(value("again"));
});

test("keeps a limited number of keys", async () => {
  const cache = new StampedCache<{ name: string }>(2);
  for (const key of ["a", "b", "c"]) await cache.get(key, "1", () => Promise.resolve(value(key)));
  expect(await cache.get("a", "1", () => Promise.resolve(value("again")))).toEqual(value("again"));
  expect(await cache.get("c", "1", () => Promise.resolve(value("again")))).toEqual(value("c"));
});
