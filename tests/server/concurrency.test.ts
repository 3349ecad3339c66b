import { describe, expect, test, vi } from "vitest";
import { Batches, PeriodicTask, Semaphore, WakeLoop } from "../../server/concurrency.ts";

const never = new AbortController().signal;

/** Work that ends when `end` is called. */
function hold(semaphore: Semaphore, signal = never): { readonly done: Promise<string>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { done: semaphore.run(() => promise, signal), end: () => resolve("done") };
}

test("work beyond the limit of what may wait is refused, and a permit that is given back takes the next", async () => {
  const semaphore = new Semaphore(1, { maxWaiting: 1, refusal: () => new Error("full") });
  const first = hold(semaphore);
  const second = hold(semaphore);
  await expect(hold(semaphore).done).rejects.toThrow("full");
  first.end();
  await first.done;
  const third = hold(semaphore);
  second.end();
  third.end();
  expect(await Promise.all([second.done, third.done])).toEqual(["done", "done"]);
});

test("work waits for a permit in order of arrival, and failed work gives its permit back", async () => {
  const semaphore = new Semaphore(2);
  const order: number[] = [];
  const works = Array.from({ length: 5 }, (_, n) =>
    semaphore.run(async () => {
      order.push(n);
      await Promise.resolve();
      if (n === 1) throw new Error("failed");
    }, never),
  );
  expect(order).toEqual([0, 1]);
  expect((await Promise.allSettled(works)).map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

test("who has gone leaves the queue while the permit is still held, and takes none later", async () => {
  const semaphore = new Semaphore(1);
  const first = hold(semaphore);
  const leaving = new AbortController();
  let hasBegun = false;
  const gone = semaphore.run(async () => {
    hasBegun = true;
  }, leaving.signal);
  const last = hold(semaphore);
  leaving.abort(new Error("The caller has gone."));
  await expect(gone).rejects.toThrow("The caller has gone.");
  await expect(hold(semaphore, leaving.signal).done).rejects.toThrow("The caller has gone.");
  first.end();
  last.end();
  expect([await first.done, await last.done]).toEqual(["done", "done"]);
  expect(hasBegun).toBe(false);
});

test("a periodic task is not run twice at once, continues after a failure, and stops when its run has ended", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const run = (): Promise<void> => {
    const pending = Promise.withResolvers<void>();
    runs.push(pending);
    return pending.promise;
  };
  const task = new PeriodicTask(run, 5, (error) => errors.push(error));
  task.start();
  await expect.poll(() => runs.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error("once"));
  await expect.poll(() => runs.length).toBe(2);
  expect(errors).toEqual([new Error("once")]);
  let isStopped = false;
  const stopping = task.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isStopped).toBe(false);
  runs[1]?.resolve();
  await stopping;
  expect(runs).toHaveLength(2);
});

/** A loop with a run that ends when the test says so. */
function wakeLoop() {
  const runs: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  let wakeUp = (): void => undefined;
  let isListening = false;
  const loop = new WakeLoop({
    run: () => {
      const pending = Promise.withResolvers<void>();
      runs.push(pending);
      return pending.promise;
    },
    listen: (wake) => {
      wakeUp = wake;
      isListening = true;
      return Promise.resolve(async () => void (isListening = false));
    },
    intervalMs: 60_000,
    onError: (error) => errors.push(error),
  });
  return { loop, runs, errors, notify: () => wakeUp(), isListening: () => isListening };
}

test("a wake-up during a run, also at its very end, starts one more run and no second one at a time", async () => {
  const { loop, runs, errors, notify } = wakeLoop();
  await loop.start();
  expect(runs).toHaveLength(0);
  notify();
  notify();
  notify();
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error("failed"));
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  expect(errors).toHaveLength(1);
  const ended = loop.running?.then(notify);
  runs[1]?.resolve();
  await ended;
  await vi.waitFor(() => expect(runs).toHaveLength(3));
  runs[2]?.resolve();
  await loop.stop();
  expect(loop.running).toBeUndefined();
});

test("a stopped loop ends its run, listens no more and does not begin another one", async () => {
  const { loop, runs, notify, isListening } = wakeLoop();
  await loop.start();
  notify();
  notify();
  let hasStopped = false;
  const stopped = loop.stop().then(() => (hasStopped = true));
  await vi.waitFor(() => expect(isListening()).toBe(false));
  expect(hasStopped).toBe(false);
  runs[0]?.resolve();
  await stopped;
  notify();
  expect(runs).toHaveLength(1);
});

describe("Batches", () => {
  test("the work for a call begins after the call, and calls that arrive meanwhile are done together", async () => {
    const begun: string[][] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const batches = new Batches<string, string>(async (_key, items) => {
      begun.push([...items]);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return items.map((item) => item.toUpperCase());
    });
    const first = batches.add("a", "one");
    // The work of the first call is running: it may have read past what these calls are about.
    const others = ["two", "three"].map((item) => batches.add("a", item));
    const elsewhere = batches.add("b", "four");
    expect(begun).toEqual([["one"], ["four"]]);
    gates[0]?.resolve();
    expect(await first).toBe("ONE");
    expect(begun).toEqual([["one"], ["four"], ["two", "three"]]);
    gates[1]?.resolve();
    gates[2]?.resolve();
    expect(await Promise.all([...others, elsewhere])).toEqual(["TWO", "THREE", "FOUR"]);
    const last = batches.add("a", "five");
    gates[3]?.resolve();
    expect(await last).toBe("FIVE");
  });

  test("a failure is that of the calls that were done together, and ends no later one", async () => {
    let runs = 0;
    const batches = new Batches<string, string>(async (_key, items) => {
      runs += 1;
      await new Promise(setImmediate);
      if (items.includes("bad")) throw new Error("refused");
      return [...items];
    });
    const first = batches.add("a", "good");
    const second = Promise.allSettled([batches.add("a", "bad"), batches.add("a", "with it")]);
    expect(await first).toBe("good");
    expect((await second).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await batches.add("a", "later")).toBe("later");
    expect(runs).toBe(3);
  });
});
