/**
 * A thread that asks a server for `health/live` every 20 ms and holds the milliseconds of each answer: a thread of its own, because what the
 * measuring process does meanwhile must not count. Sends what it has whenever it is told anything.
 */
import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { setTimeout as sleep } from "node:timers/promises";

const { url } = workerData as { readonly url: string };
let taken: number[] = [];
let begun = 0;
parentPort?.on("message", () => {
  // What is not answered yet counts with what it has waited so far.
  parentPort?.postMessage(begun === 0 ? taken : [...taken, performance.now() - begun]);
  taken = [];
});
const once = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = request(`${url}/health/live`, (answer) => {
      answer.resume().on("end", resolve);
    });
    asked.on("error", reject).end();
  });
for (;;) {
  begun = performance.now();
  await once().catch(() => undefined);
  taken.push(performance.now() - begun);
  begun = 0;
  await sleep(20);
}
