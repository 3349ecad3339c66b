import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const code = `
  const { readlinkSync } = require("node:fs");
  const { getPriority } = require("node:os");
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData).then(({ lowerThreadPriority }) => {
    lowerThreadPriority();
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    parentPort.postMessage({ own: getPriority(thread), process: getPriority(process.pid) });
  });`;

test.runIf(process.platform === "linux")(
  "a thread lowers only its own priority: the one that answers people stays as it was",
  async () => {
    const before = getPriority(process.pid);
    const file = new URL("../../../server/threads/lowerThreadPriority.ts", import.meta.url).href;
    const worker = new Worker(code, { eval: true, workerData: file, execArgv: [] });
    const said = await new Promise<{ own: number; process: number }>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    await worker.terminate();
    expect(said).toEqual({ own: Math.min(19, before + 10), process: before });
    expect(getPriority(process.pid)).toBe(before);
  },
);
