import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { BuildThreads } from "../../../server/index/build/BuildThreads.ts";

const UPDATE = { isUpdate: true, takesRows: false };
let threads: BuildThreads;
afterEach(() => threads.close());

test("a thread that is given back does the next build with equal options, and no other", async () => {
  threads = new BuildThreads();
  const first = threads.take(UPDATE);
  const second = threads.take(UPDATE);
  expect(second).not.toBe(first);
  threads.giveBack(UPDATE, first);
  for (const options of [
    { isUpdate: false, takesRows: false },
    { isUpdate: true, takesRows: true },
  ]) {
    const other = threads.take(options);
    expect(other).not.toBe(first);
    await other.terminate();
  }
  expect(threads.take(UPDATE)).toBe(first);
  const third = threads.take(UPDATE);
  expect([first, second]).not.toContain(third);
  await Promise.all([first, second, third].map((worker) => worker.terminate()));
});

test("a thread that ends while it is idle is not taken", async () => {
  threads = new BuildThreads();
  const worker = threads.take(UPDATE);
  threads.giveBack(UPDATE, worker);
  const ended = once(worker, "exit");
  await worker.terminate();
  await ended;
  const next = threads.take(UPDATE);
  expect(next).not.toBe(worker);
  await next.terminate();
});

test("a thread that fails after its answer does not end the process", async () => {
  threads = new BuildThreads();
  const worker = threads.take(UPDATE);
  expect(() => worker.emit("error", new Error("Out of memory."))).not.toThrow();
  await worker.terminate();
});

test("closing ends idle threads, and each that is given back later", async () => {
  threads = new BuildThreads();
  const [idle, busy] = [threads.take(UPDATE), threads.take(UPDATE)];
  const ended = [idle, busy].map((worker) => once(worker, "exit"));
  threads.giveBack(UPDATE, idle);
  await threads.close();
  await ended[0];
  threads.giveBack(UPDATE, busy);
  await expect(Promise.all(ended)).resolves.toHaveLength(2);
});
