/**
 * Do syncs leak memory? Starts the real server on a new data folder with a repository and a tracker, syncs both many times in
 * a row, each time after some issues changed and some screens were opened, and prints the memory after each, after a garbage collection:
 * the main thread's heap, its external memory (buffers), and the whole process.
 *
 *     node bench/memory.ts [--syncs 24] [--issues 1000] [--repository PATH] [--environment NAME=VALUE,…]
 *
 * The exit status is 1 if the last quarter uses over 5 % more than the quarter before.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startLoadedServer } from "./load/loadedServer.ts";
import { makePeople, startTracker } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    syncs: { type: "string", default: "24" },
    issues: { type: "string", default: "1000" },
    repository: { type: "string", default: dirname(import.meta.dirname) },
    environment: { type: "string", default: "" },
  },
});
interface Held {
  readonly rss: number;
  readonly anonymous: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly arrayBuffers: number;
  readonly threads: number;
}
const SCREENS = ["", "issues/?limit=50", "search/?q=session", "insights/", "documents/", "experts/?paths=server"];

const dataDir = mkdtempSync(join(tmpdir(), "clew-memory-"));
const file = join(dataDir, "held.jsonl");
const tracker = await startTracker(Number(values.issues));
const [admin] = await makePeople(dataDir, undefined, 1);
const server = await startLoadedServer(
  dataDir,
  {
    CLEW_ALLOWED_PATHS: values.repository,
    CLEW_ALLOWED_NETWORKS: new URL(tracker.url).host,
    CLEW_BENCH_MEMORY: file,
    ...Object.fromEntries(values.environment.split(",").flatMap((pair) => (pair === "" ? [] : [pair.split("=", 2)]))),
  },
  ["--import", join(import.meta.dirname, "load", "memoryProbe.ts")],
);
let isFlat = false;
try {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Token ${admin?.token ?? ""}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === "" ? null : (JSON.parse(text) as unknown);
  };
  const settled = async (): Promise<void> => {
    await sleep(500);
    while (/^clew_jobs\{[^}]*\} [1-9]/m.test(await server.metrics())) await sleep(250);
  };
  const { slug } = (await call("POST", "projects/", {
    name: "Memory",
    repositories: [{ provider: "git", url: values.repository }],
    trackers: [{ provider: "github", url: `${tracker.url}/bench/load` }],
  })) as { slug: string };
  await settled();
  const samples: Held[] = [];
  console.log(
    "sync     rss  anonymous  heap used (of)  external  array buffers  threads   MB, after garbage collection",
  );
  for (let sync = 0; sync <= Number(values.syncs); sync += 1) {
    if (sync > 0) {
      tracker.touch();
      await call("POST", `projects/${slug}/sync/`);
      await settled();
    }
    for (const screen of SCREENS) await call("GET", `projects/${slug}/${screen}`);
    process.kill(server.pid, "SIGUSR2");
    while (!existsSync(file) || readFileSync(file, "utf8").trimEnd().split("\n").length <= samples.length)
      await sleep(100);
    const last = JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "") as Held;
    samples.push(last);
    const mb = (bytes: number, width: number): string => (bytes / 1e6).toFixed(0).padStart(width);
    console.log(
      `${String(sync).padStart(4)} ${mb(last.rss, 7)} ${mb(last.anonymous, 10)} ${mb(last.heapUsed, 10)} (${mb(last.heapTotal, 3)}) ${mb(last.external, 9)} ${mb(last.arrayBuffers, 14)} ${String(last.threads).padStart(8)}`,
    );
  }
  const quarter = Math.floor(samples.length / 4);
  const mean = (rows: readonly Held[]): number => rows.reduce((sum, { rss }) => sum + rss, 0) / rows.length;
  const growth = mean(samples.slice(-quarter)) / mean(samples.slice(-2 * quarter, -quarter));
  isFlat = growth <= 1.05;
  console.log(`last quarter / quarter before: ${growth.toFixed(3)} (${isFlat ? "flat" : "it grows"})`);
} finally {
  await server.stop();
  await tracker.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isFlat ? 0 : 1);
