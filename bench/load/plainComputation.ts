/** Threads that do nothing but compute, in memory of their own: what the processors of the machine give next to one thread. */
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

/** Numbers that a thread reads in a random order: more than its nearest cache holds, as posting lists are. */
const NUMBERS = 1 << 20;
const STEPS = 200_000;

/** Pieces of work that this many threads do together in a time. */
export async function plainComputation(threads: number, milliseconds: number): Promise<number> {
  const counts = Array.from(
    { length: threads },
    () =>
      new Promise<number>((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), { workerData: { milliseconds } });
        worker.once("message", resolve);
        worker.once("error", reject);
      }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Follows numbers through memory. @returns pieces of work until the time is up */
function compute(milliseconds: number): number {
  const numbers = Uint32Array.from({ length: NUMBERS }, (_, at) => Math.imul(at, 7919) & (NUMBERS - 1));
  const until = performance.now() + milliseconds;
  let place = 0;
  let pieces = 0;
  for (; performance.now() < until; pieces += 1)
    for (let step = 0; step < STEPS; step += 1) place = numbers[(place + step) & (NUMBERS - 1)] ?? 0;
  // The place is used, so that the work cannot be left out.
  return pieces + (place < 0 ? 1 : 0);
}

if (!isMainThread) {
  const { milliseconds } = workerData as { readonly milliseconds: number };
  compute(milliseconds / 4);
  parentPort?.postMessage(compute(milliseconds));
}
