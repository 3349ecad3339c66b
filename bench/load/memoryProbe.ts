/**
 * Loaded into the server by `bench/memory.ts` (`--import`): at SIGUSR2 it collects garbage in the main thread and appends what the process
 * holds, in bytes, to the file that CLEW_BENCH_MEMORY names.
 */
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

process.on("SIGUSR2", () => {
  const file = process.env["CLEW_BENCH_MEMORY"];
  if (file === undefined) return;
  collect();
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  // Linux only: anonymous memory, which the process itself allocated.
  const rollup = readFileSync("/proc/self/smaps_rollup", "utf8");
  const anonymous = Number(/^Anonymous:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  const threads = readdirSync("/proc/self/task").length;
  appendFileSync(file, `${JSON.stringify({ rss, anonymous, heapUsed, heapTotal, external, arrayBuffers, threads })}\n`);
});
