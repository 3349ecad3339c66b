/**
 * What does the first sync of a large tracker cost? Starts a host with that many issues in a separate process, requests every page
 * with a plain client (the host's own serving time), then lets the real server sync the same and samples its memory.
 *
 *     node bench/sync.ts [--issues 50000] [--comments 2]
 *
 * The figures to keep: the sync's time relative to the host's, and the peak growth of the server's memory.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startLoadedServer } from "./load/loadedServer.ts";
import { makePeople, startTracker } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    issues: { type: "string", default: "50000" },
    comments: { type: "string", default: "2" },
    host: { type: "boolean", default: false },
  },
});
const [issues, comments] = [Number(values.issues), Number(values.comments)];
const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);

if (values.host) {
  const tracker = await startTracker(issues, comments);
  process.send?.(tracker.url);
} else {
  await measure();
}

async function measure(): Promise<void> {
  const host = fork(import.meta.filename, ["--host", "--issues", values.issues, "--comments", values.comments]);
  const [url] = (await once(host, "message")) as [string];
  const dataDir = mkdtempSync(join(tmpdir(), "clew-sync-"));
  const [admin] = await makePeople(dataDir, undefined, 1);
  const server = await startLoadedServer(dataDir, { CLEW_ALLOWED_NETWORKS: new URL(url).host });
  try {
    console.log(
      `${issues} issues with ${comments} comments each; load of the machine before: ${loadavg()[0]?.toFixed(1)}`,
    );
    const serving = await servingTime(`${url}/repos/bench/load`);
    const { bytes: before } = await resident(server.metrics);
    const startedAt = performance.now();
    const headers = { authorization: `Token ${admin?.token ?? ""}`, "content-type": "application/json" };
    const body = { name: "Sync", repositories: [], trackers: [{ provider: "github", url: `${url}/bench/load` }] };
    const response = await fetch(`${server.url}/api/v1/projects/`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The project could not be made: ${await response.text()}`);
    const { slug } = (await response.json()) as { slug: string };
    let peak = before;
    /** The peak of each step, in order. */
    const steps = new Map<string, Resident>();
    for (;;) {
      await sleep(250);
      const now = await resident(server.metrics);
      peak = Math.max(peak, now.bytes);
      const project = await (await fetch(`${server.url}/api/v1/projects/${slug}/`, { headers })).json();
      const [tracker] = (project as { trackers: { sync: { state: string; step: string | null } }[] }).trackers;
      const step = tracker?.sync.step ?? "waiting";
      if (now.bytes >= (steps.get(step)?.bytes ?? 0)) steps.set(step, now);
      if (tracker?.sync.state === "ready") break;
      if (tracker?.sync.state === "failed") throw new Error(`The sync failed: ${JSON.stringify(tracker)}`);
    }
    const took = performance.now() - startedAt;
    console.log(`the host alone    ${(serving / 1000).toFixed(1)} s for all pages`);
    console.log(`the sync          ${(took / 1000).toFixed(1)} s, ${(took / serving).toFixed(1)} times as long`);
    for (const [step, { bytes, heap, external }] of steps) {
      const main = `the main thread's heap ${mb(heap)}MB, outside of it ${mb(external)} MB`;
      console.log(`  at the most in ${step.padEnd(10)} +${mb(bytes - before)} MB; ${main}`);
    }
    console.log(`memory            ${mb(before)} MB before, ${mb(peak)} MB at the most: +${mb(peak - before)} MB`);
  } finally {
    await server.stop();
    host.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Resident {
  readonly bytes: number;
  readonly heap: number;
  readonly external: number;
}

async function resident(metrics: () => Promise<string>): Promise<Resident> {
  const text = await metrics();
  const figure = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error(`The server does not report ${name}.`);
    return Number(value);
  };
  return {
    bytes: figure("process_resident_memory_bytes"),
    heap: figure("nodejs_heap_size_total_bytes"),
    external: figure("nodejs_external_memory_bytes"),
  };
}

/** Milliseconds until the host has given every issue and comment to a client that does nothing with them. */
async function servingTime(repository: string): Promise<number> {
  const startedAt = performance.now();
  for (const list of [
    "issues?state=all&sort=updated&direction=asc&per_page=100",
    "issues/comments?sort=updated&direction=asc&per_page=100",
  ]) {
    let next: string | undefined = `${repository}/${list}`;
    while (next !== undefined) {
      const answer: Response = await fetch(next);
      await answer.arrayBuffer();
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
  }
  return performance.now() - startedAt;
}
