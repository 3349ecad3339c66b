/**
 * How many signed deliveries of a host does one process accept, and what do people notice meanwhile? Starts the real server with a tracker of
 * issues, links the tracker with a webhook, and sends deliveries in parallel as fast as they are answered, while one user opens the list of
 * issues. In the end the last change of each issue must be in the list. The same number of calls of `health/live` comes first: the ratio to
 * it is the figure to keep.
 *
 *     node bench/deliveries.ts [--deliveries 10000] [--atOnce 32] [--issues 1000]
 *
 * All traffic stays on the loopback interface. The exit status is 1 where a delivery was refused or a change was lost.
 */
import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { callApi, sendRequest } from "./load/callApi.ts";
import { Histogram } from "./load/Histogram.ts";
import { startLoadedServer } from "./load/loadedServer.ts";
import { makePeople, startTracker, type Visitor } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    deliveries: { type: "string", default: "10000" },
    atOnce: { type: "string", default: "32" },
    issues: { type: "string", default: "1000" },
  },
});
const [deliveries, atOnce, issues] = [Number(values.deliveries), Number(values.atOnce), Number(values.issues)];
/** How long the last change may take to arrive; the bench reports a loss after it. */
const SETTLE_MS = 120_000;

const dataDir = mkdtempSync(join(tmpdir(), "clew-deliveries-"));
const tracker = await startTracker(issues);
const [person] = await makePeople(dataDir, undefined, 1);
if (!person) throw new Error("The database has no user.");
const admin: Visitor = person;
const server = await startLoadedServer(dataDir, { CLEW_ALLOWED_NETWORKS: new URL(tracker.url).host });
const histogram = new Histogram();
let isLost = true;
try {
  const { slug, sourceId } = await linkTracker();
  const hook = await call<{ url: string; secret: string }>("POST", `sources/${sourceId}/webhook/`);
  const address = server.url + new URL(hook.url).pathname;

  const healthMs = await inParallel(() => send("health", () => fetch(`${server.url}/api/v1/health/live/`)));
  const quiet = await visitsDuring(sleep(5000), "list, quiet");
  const syncsBefore = tracker.requests.length;
  const storm = inParallel((at) => send("delivery", () => deliver(address, hook.secret, at)));
  const visits = await visitsDuring(storm, "list, storm");
  const stormMs = await storm;
  const settledMs = await settle(slug, performance.now());

  const perSecond = (ms: number): number => deliveries / (ms / 1000);
  for (const { name, count, p50, p95, max } of histogram.rows())
    console.log(
      `${name.padEnd(12)} ${String(count).padStart(6)}  p50 ${p50.toFixed(0)}  p95 ${p95.toFixed(0)}  max ${max.toFixed(0)} ms`,
    );
  console.log(
    `deliveries   ${perSecond(stormMs).toFixed(0)}/s, ${(perSecond(healthMs) / perSecond(stormMs)).toFixed(1)} times the cost of health/live; ${(((stormMs / deliveries) * 10_000) / 1000).toFixed(1)} s for 10,000`,
  );
  console.log(`visits       ${visits} during the storm, ${quiet} before it`);
  console.log(`host         ${tracker.requests.length - syncsBefore} requests for ${deliveries} deliveries`);
  const refused = [...histogram.failures];
  console.log(`refused      ${refused.length === 0 ? "none" : refused.map(([what, n]) => `${what} ×${n}`).join(", ")}`);
  console.log(
    settledMs === null ? "settled      never: a change was lost" : `settled      after ${settledMs.toFixed(0)} ms`,
  );
  isLost = settledMs === null || refused.length > 0;
} finally {
  await server.stop();
  await tracker.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isLost ? 1 : 0);

/** Runs the work once for each delivery, `atOnce` at a time. @returns milliseconds */
async function inParallel(work: (at: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < deliveries) await work((next += 1));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - startedAt;
}

async function send(name: string, request: () => Promise<Response>): Promise<void> {
  const startedAt = performance.now();
  const answer = await request();
  await answer.arrayBuffer();
  histogram.add(name, performance.now() - startedAt);
  if (!answer.ok) histogram.fail(name, String(answer.status));
}

/** A delivery as GitHub sends it; each hundredth follows changes in the tracker. */
function deliver(address: string, secret: string, at: number): Promise<Response> {
  if (at % 100 === 0) tracker.touch();
  const body = JSON.stringify({
    action: "edited",
    issue: { number: (at % issues) + 1 },
    sender: { login: "person-1" },
  });
  return fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": "issues",
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    body,
  });
}

/** Opens the list of issues again and again. @returns how often */
async function visitsDuring(work: Promise<unknown>, name: string): Promise<number> {
  let isDone = false;
  let visits = 0;
  void work.finally(() => (isDone = true));
  while (!isDone) {
    await send(name, () => sendRequest(server, admin, "GET", "projects/deliveries/issues/?state=open&limit=50"));
    visits += 1;
    await sleep(50);
  }
  return visits;
}

/** Milliseconds until the list has as many comments as the tracker; null: it never had. */
async function settle(slug: string, startedAt: number): Promise<number | null> {
  const hostComments = tracker.comments();
  while (performance.now() - startedAt < SETTLE_MS) {
    if ((await storedComments(slug)) === hostComments) return performance.now() - startedAt;
    await sleep(500);
  }
  return null;
}

async function storedComments(slug: string): Promise<number> {
  let sum = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { results: { comments: number }[]; next: string | null } = await call(
      "GET",
      `projects/${slug}/issues/?limit=200${after}`,
    );
    for (const { comments } of page.results) sum += comments;
    cursor = page.next;
  }
  return sum;
}

async function linkTracker(): Promise<{ slug: string; sourceId: string }> {
  const { slug } = await call<{ slug: string }>("POST", "projects/", {
    name: "Deliveries",
    repositories: [],
    trackers: [{ provider: "github", url: `${tracker.url}/bench/load` }],
  });
  for (;;) {
    const { trackers } = await call<{ trackers: { id: string; sync: { state: string; error: string | null } }[] }>(
      "GET",
      `projects/${slug}/`,
    );
    const [source] = trackers;
    if (source?.sync.state === "failed") throw new Error(`The tracker could not be read: ${source.sync.error}`);
    const isSettled = !/^clew_jobs\{[^}]*\} [1-9]/m.test(await server.metrics());
    if (source?.sync.state === "ready" && isSettled) return { slug, sourceId: source.id };
    await sleep(500);
  }
}

function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return callApi(server, admin, method, path, body);
}
