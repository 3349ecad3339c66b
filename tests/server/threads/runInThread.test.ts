import { expect, test } from "vitest";
import { ThreadTimeout, runInThread } from "../../../server/threads/runInThread.ts";

/** A thread that runs this module source. */
const entryOf = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const IMPORT = `import { parentPort, workerData } from "node:worker_threads";`;

const run = (
  source: string,
  options: { readonly signal?: AbortSignal; readonly idleTimeoutMs?: number; readonly heapMb?: number } = {},
) =>
  runInThread<unknown, unknown>(entryOf(source), {
    data: { number: 20 },
    signal: new AbortController().signal,
    onMessage: (message, { resolve }) => resolve(message),
    ...options,
  });

test("the result is what a message of the thread resolves", async () => {
  expect(await run(`${IMPORT} parentPort.postMessage(workerData.number + 1);`)).toBe(21);
});

test("a thread that throws rejects with its error, and one that ends without a result rejects", async () => {
  await expect(run(`throw new RangeError("no such row");`)).rejects.toThrow("no such row");
  await expect(run("")).rejects.toThrow("The thread has ended.");
});

test("a thread that needs too much memory ends alone", async () => {
  await expect(run(`const all = []; for (;;) all.push({ at: all.length });`, { heapMb: 40 })).rejects.toThrow(/memory/);
});

test("a thread that sends nothing for too long is ended", async () => {
  await expect(run("for (;;);", { idleTimeoutMs: 50 })).rejects.toBeInstanceOf(ThreadTimeout);
});

test("an aborted task rejects with the signal's reason, also when it was aborted before", async () => {
  const controller = new AbortController();
  const result = run("for (;;);", { signal: controller.signal });
  controller.abort(new Error("The server stops."));
  await expect(result).rejects.toThrow("The server stops.");
  await expect(run("for (;;);", { signal: controller.signal })).rejects.toThrow("The server stops.");
});
