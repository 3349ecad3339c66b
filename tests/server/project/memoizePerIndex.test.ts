import { expect, test } from "vitest";
import { memoizePerIndex } from "../../../server/project/memoizePerIndex.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";

/** Empty, and another object each time. */
const openIndex = (): Promise<OpenedIndex> =>
  new IndexCache(openBlobs({ driver: "files", folder: "/nowhere" })).open(emptyManifest());

test("computes a result once per index and question", async () => {
  const [one, other] = [await openIndex(), await openIndex()];
  const memory = memoizePerIndex<number>();
  let computed = 0;
  const ask = (index: OpenedIndex, question: unknown): number => memory(index, question, () => (computed += 1));
  expect([ask(one, { a: 1 }), ask(one, { a: 1 }), ask(one, { a: 2 }), ask(other, { a: 1 })]).toEqual([1, 1, 2, 3]);
});

test("keeps the last requested results and evicts unused ones", async () => {
  const index = await openIndex();
  const memory = memoizePerIndex<number>();
  let computed = 0;
  const ask = (question: number): number => memory(index, question, () => (computed += 1));
  ask(0);
  for (let question = 1; question < 200; question += 1) ask(question);
  ask(0);
  ask(200);
  expect(computed).toBe(201);
  ask(0);
  expect(computed).toBe(201);
  ask(1);
  expect(computed).toBe(202);
});

test("a failure is not kept", async () => {
  const index = await openIndex();
  const memory = memoizePerIndex<number>();
  expect(() =>
    memory(index, "a", () => {
      throw new Error("broken");
    }),
  ).toThrow("broken");
  expect(memory(index, "a", () => 7)).toBe(7);
});
