/**
 * Load test of one process with 500 users. Starts the real server on a new data folder with a repository (default: this one) and
 * a tracker, signs users in, and lets each of them open screens, with an open socket and a sync in the background. An idle phase with one
 * user and the same screens comes first: the ratios to it are the figures to keep, the milliseconds depend on the machine.
 *
 *     node bench/load.ts [--people 500] [--minutes 2] [--think 20] [--issues 3000] [--repository PATH] [--node "--cpu-prof"]
 *     node bench/load.ts --minutes 15          a soak: is the memory flat?
 *
 * All traffic stays on the loopback interface. The exit status is 1 if a goal was missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { callApi } from "./load/callApi.ts";
import { startLoadedServer } from "./load/loadedServer.ts";
import { makePeople, startTracker, type Visitor } from "./load/seedLoadData.ts";
import { bucketsOf, Histogram, quantileBetween, valueOf } from "./load/Histogram.ts";
import { runUser, sendCall, keepSocket } from "./load/virtualUsers.ts";

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "500" },
    minutes: { type: "string", default: "2" },
    think: { type: "string", default: "20" },
    issues: { type: "string", default: "3000" },
    repository: { type: "string", default: dirname(import.meta.dirname) },
    node: { type: "string", default: "" },
  },
});
const [count, minutes, think] = [Number(values.people), Number(values.minutes), Number(values.think) * 1000];
const QUIET_MS = 20_000;
/** Limit of the growth of memory: the mean of the last third of a run over that of the second. */
const FLAT = 1.1;
const LAG = "clew_event_loop_lag_seconds";
const WAIT = "clew_database_wait_seconds";

const dataDir = mkdtempSync(join(tmpdir(), "clew-load-"));
const tracker = await startTracker(Number(values.issues));
const people = await makePeople(dataDir, undefined, count);
const server = await startLoadedServer(
  dataDir,
  { CLEW_ALLOWED_PATHS: values.repository, CLEW_ALLOWED_NETWORKS: new URL(tracker.url).host },
  values.node.split(" ").filter((word) => word !== ""),
);
let isMissed = true;
try {
  const [admin] = people;
  if (!admin) throw new Error("The database has no user.");
  const slug = await makeProject(admin);
  const issues = await issueIds(admin, slug);
  const stopProbing = new AbortController();

  console.log(
    `${count} people, a screen every ${think / 1000} s each; ${issues.length} issues; load of the machine before: ${loadavg()[0]?.toFixed(1)}`,
  );
  const quiet = await phase("quiet", [admin], Math.min(think, 250), QUIET_MS, slug, issues);
  const received = { messages: 0, lost: 0 };
  const sockets = people.map((visitor) => keepSocket(visitor, server.url, received));
  const sync = keepSyncing(admin, slug, stopProbing.signal);
  const busy = await phase("busy", people, think, minutes * 60_000, slug, issues);
  stopProbing.abort();
  const syncs = await sync;
  const open = sockets.filter((socket) => socket.readyState === socket.OPEN).length;

  console.log("\ncall                count     p50     p95     p99     max  ms   (quiet p50)  busy/quiet");
  for (const row of busy.histogram.rows().toSorted((a, b) => b.p95 - a.p95)) {
    const alone = quiet.histogram.quantile(row.name, 0.5);
    const cells = [row.count, row.p50, row.p95, row.p99, row.max].map((value) => value.toFixed(0).padStart(7));
    console.log(
      `${row.name.padEnd(17)} ${cells.join(" ")}      ${alone.toFixed(0).padStart(7)}  ${(row.p50 / alone).toFixed(1).padStart(9)}`,
    );
  }
  console.log(
    `\nprocessor         ${busy.cpu.toFixed(2)} of the machine's cores, ${busy.cpuPerCall.toFixed(0)} ms a call; quiet ${quiet.cpu.toFixed(2)} and ${quiet.cpuPerCall.toFixed(0)} ms`,
  );
  const p95 = busy.histogram.quantile(null, 0.95);
  console.log(
    `\nall calls         p95 ${p95.toFixed(0)} ms (goal 300), ${(busy.histogram.count / (minutes * 60)).toFixed(0)} calls/s`,
  );
  console.log(`at the server     p95 ≤ ${busy.serverP95 * 1000} ms, quiet ≤ ${quiet.serverP95 * 1000} ms`);
  console.log(`event loop        p99 ≤ ${busy.lag99 * 1000} ms (goal 50), quiet ≤ ${quiet.lag99 * 1000} ms`);
  console.log(
    `database          p99 ≤ ${busy.databaseWait99 * 1000} ms until a query has the connection, quiet ≤ ${quiet.databaseWait99 * 1000} ms`,
  );
  console.log(
    `health/live       p50 ${busy.probe.quantile(null, 0.5).toFixed(1)} ms, p99 ${busy.probe.quantile(null, 0.99).toFixed(0)} ms; quiet ${quiet.probe.quantile(null, 0.5).toFixed(1)} and ${quiet.probe.quantile(null, 0.99).toFixed(0)} ms`,
  );
  console.log(`sockets           ${open} of ${count} open, ${received.messages} messages, ${received.lost} lost`);
  console.log(
    `memory            ${busy.memory.map((bytes) => (bytes / 1e6).toFixed(0)).join(" ")} MB; last third / second third ${busy.growth.toFixed(2)}`,
  );
  console.log(
    `verdict           memory is ${busy.growth > FLAT ? "not flat" : "flat"} over ${syncs} syncs, the first third left out as warm-up (goal: at most ${FLAT})`,
  );
  console.log(
    `of it, heap       ${busy.heap.map((bytes) => (bytes / 1e6).toFixed(0)).join(" ")} MB of the main thread and what it holds outside`,
  );
  const failures = [...quiet.histogram.failures, ...busy.histogram.failures];
  console.log(
    `failures          ${failures.length === 0 ? "none" : failures.map(([what, times]) => `${what} ×${times}`).join(", ")}`,
  );
  console.log(
    `log               ${server.troubles.length} warnings${server.troubles.length > 0 ? `, the first: ${server.troubles[0]?.slice(0, 300)}` : ""}`,
  );
  isMissed =
    failures.length > 0 || p95 >= 300 || busy.lag99 > 0.05 || busy.growth > FLAT || syncs === 0 || open < count;
  for (const socket of sockets) socket.terminate();
} finally {
  await server.stop();
  await tracker.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isMissed ? 1 : 0);

/** A phase with a number of users and a duration, with the server's metrics from before and after. */
async function phase(
  name: string,
  visitors: readonly Visitor[],
  pause: number,
  milliseconds: number,
  slug: string,
  issues: readonly string[],
) {
  const [histogram, probe] = [new Histogram(), new Histogram()];
  const end = new AbortController();
  const visit = { url: server.url, slug, issues, think: pause, histogram, signal: end.signal };
  const before = await server.metrics();
  const [memory, heap]: [number[], number[]] = [[], []];
  const startedAt = Date.now();
  const work = visitors.map((visitor, index) => runUser(visitor, index + 1, visit));
  const probing = (async () => {
    const [visitor] = visitors;
    while (visitor && !end.signal.aborted) {
      await sendCall(visitor, ["live", "health/live/"], { ...visit, histogram: probe });
      await sleep(100);
    }
  })();
  const step = Math.max(5000, milliseconds / 15);
  while (Date.now() - startedAt < milliseconds) {
    await sleep(Math.min(step, milliseconds - (Date.now() - startedAt) + 1));
    const text = await server.metrics();
    memory.push(valueOf(text, "process_resident_memory_bytes"));
    heap.push(valueOf(text, "nodejs_heap_size_used_bytes") + valueOf(text, "nodejs_external_memory_bytes"));
  }
  end.abort();
  await Promise.all([...work, probing]);
  const after = await server.metrics();
  console.log(
    `${name}: ${histogram.count} calls in ${Math.round((Date.now() - startedAt) / 1000)} s; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  const third = Math.floor(memory.length / 3);
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const serverBuckets = (text: string) => bucketsOf(text, "clew_http_request_duration_seconds");
  return {
    histogram,
    probe,
    memory,
    heap,
    growth: mean(memory.slice(2 * third)) / mean(memory.slice(third, 2 * third)),
    /** CPU seconds of all threads of the server per second, and per call (milliseconds). */
    cpu: cpuOf(before, after) / ((Date.now() - startedAt) / 1000),
    cpuPerCall: (cpuOf(before, after) * 1000) / histogram.count,
    serverP95: quantileBetween(serverBuckets(before), serverBuckets(after), 0.95),
    databaseWait99: quantileBetween(bucketsOf(before, WAIT), bucketsOf(after, WAIT), 0.99),
    lag99: quantileBetween(bucketsOf(before, LAG), bucketsOf(after, LAG), 0.99),
  };
}

function cpuOf(before: string, after: string): number {
  return valueOf(after, "process_cpu_seconds_total") - valueOf(before, "process_cpu_seconds_total");
}

const call = <T>(visitor: Visitor, method: string, path: string, body?: unknown): Promise<T> =>
  callApi(server, visitor, method, path, body);

interface SyncedProject {
  readonly slug: string;
  readonly repositories: readonly { readonly sync: { readonly state: string; readonly error: string | null } }[];
  readonly trackers: SyncedProject["repositories"];
}

/** A project with all users as members, fully synced. */
async function makeProject(admin: Visitor): Promise<string> {
  const project = await call<SyncedProject>(admin, "POST", "projects", {
    name: "Load",
    repositories: [{ provider: "git", url: values.repository }],
    trackers: [{ provider: "github", url: `${tracker.url}/bench/load` }],
  });
  for (let from = 1; from < people.length; from += 100) {
    const emails = people.slice(from, from + 100).map(({ email }) => email);
    await call(admin, "POST", `projects/${project.slug}/users`, { emails });
  }
  for (;;) {
    const { repositories, trackers } = await call<SyncedProject>(admin, "GET", `projects/${project.slug}`);
    const syncs = [...repositories, ...trackers].map(({ sync }) => sync);
    const failed = syncs.find(({ state }) => state === "failed");
    if (failed) throw new Error(`A source could not be read: ${failed.error}`);
    // The first analysis of all issues follows; it is not part of the normal load.
    const isSettled = !/^clew_jobs\{[^}]*\} [1-9]/m.test(await server.metrics());
    if (syncs.every(({ state }) => state === "ready") && isSettled) return project.slug;
    await sleep(500);
  }
}

async function issueIds(admin: Visitor, slug: string): Promise<string[]> {
  const { results } = await call<{ results: { id: string }[] }>(admin, "GET", `projects/${slug}/issues?limit=200`);
  return results.map(({ id }) => id);
}

/**
 * Changes issues in the tracker and requests syncs of the project, for the duration of the phase.
 * @returns how many syncs were requested and accepted
 */
async function keepSyncing(admin: Visitor, slug: string, signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    tracker.touch();
    try {
      await call(admin, "POST", `projects/${slug}/sync`);
      count += 1;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await sleep(60_000, undefined, { signal }).catch(() => undefined);
  }
  return count;
}
