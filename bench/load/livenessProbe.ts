/**
 * A thread that requests `health/live` every 20 ms and records the latencies in milliseconds. It is a separate thread, so that work of the
 * measuring process does not count. Each message to it is answered with the latencies since the last one.
 */
import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { setTimeout as sleep } from "node:timers/promises";

const { url } = workerData as { readonly url: string };
let taken: number[] = [];
let begun = 0;
parentPort?.on("message", () => {
  // A pending request counts with its waiting time so far.
  parentPort?.postMessage(begun === 0 ? taken : [...taken, performance.now() - begun]);
  taken = [];
});
const once = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/health/live`, (answer) => {
      answer.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });
for (;;) {
  begun = performance.now();
  await once().catch(() => undefined);
  taken.push(performance.now() - begun);
  begun = 0;
  await sleep(20);
}
