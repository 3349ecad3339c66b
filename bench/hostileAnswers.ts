/**
 * What may a host's response cost the server? Starts the real server as a separate process and a hostile host on loopback, has the server
 * validate sources there for each provider and behaviour, and prints the growth of its resident memory and the latency of `health/live`
 * meanwhile; next to them the same for an idle period. Memory is measured for each case against the moment before it. `--rounds` repeats all
 * cases in the same server: memory that is kept grows from round to round, garbage and fragments of the heap do not.
 *
 *     node bench/hostileAnswers.ts [--only TEXT] [--atOnce 4] [--providers github,gitlab] [--rounds 1] [--sync]
 *
 * With `--sync` the sources are linked, and for each behaviour all of them are synchronised at the same time until each has ended.
 *
 * The exit status is 1 if a case grew the memory by 100 MB or more, a round after the first one did, `health/live` took over 200 ms, or a
 * response to the user was not a 4xx.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { BEHAVIOURS, startHostileHost } from "./load/hostileHost.ts";
import { startLoadedServer } from "./load/loadedServer.ts";
import type { Project } from "../contract/projects.ts";
import { makePeople, seedProject } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    atOnce: { type: "string", default: "4" },
    providers: { type: "string", default: "" },
    rounds: { type: "string", default: "1" },
    sync: { type: "boolean", default: false },
  },
});
const MOST_MB = 100;
const MOST_MS = 200;
const SOURCES = [
  ["github", "trackers", "/acme/rocket"],
  ["gitlab", "trackers", "/acme/rover"],
  ["jira", "trackers", "/browse/ROCKET"],
  ["bitbucket", "repositories", "/acme/rocket"],
  ["confluence", "wikis", "/wiki/spaces/ROCKET"],
] as const;

const dataDir = mkdtempSync(join(tmpdir(), "clew-hostile-"));
const [admin] = await makePeople(dataDir, undefined, 1);
const host = await startHostileHost(BEHAVIOURS[0] ?? { name: "", send: () => [] });
const only = values.providers.split(",").filter((name) => name !== "");
const chosen = SOURCES.filter(([provider]) => only.length === 0 || only.includes(provider));
if (values.sync) {
  const kinds = { trackers: "tracker", repositories: "repository", wikis: "wiki" } as const;
  await seedProject(
    dataDir,
    admin?.email ?? "",
    "hostile",
    chosen.map(([provider, kind, page]) => ({ kind: kinds[kind], provider, url: `${host.url}${page}` })),
  );
}
const server = await startLoadedServer(dataDir, { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" });
const probe = new Worker(new URL("load/livenessProbe.ts", import.meta.url), { workerData: { url: server.url } });
const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1000;
const taken = (): Promise<number[]> =>
  new Promise((resolve) => {
    probe.once("message", resolve);
    probe.postMessage(null);
  });

interface Phase {
  readonly most: number;
  readonly slowest: number;
  readonly median: number;
  readonly statuses: readonly number[];
}
/** Runs an action and samples the process every 20 ms until a second after its end. */
async function observed(work: () => Promise<readonly number[]>): Promise<Phase> {
  await taken();
  let peakMb = 0;
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb());
  }, 20);
  const statuses = await work();
  await sleep(300);
  clearInterval(look);
  const times = (await taken()).toSorted((a, b) => a - b);
  return { most: peakMb, slowest: times.at(-1) ?? 0, median: times[times.length >> 1] ?? 0, statuses };
}
async function validate(provider: string, kind: string, page: string): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/${kind}/validate/`, {
    method: "POST",
    headers: { authorization: `Token ${admin?.token ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({
      provider,
      url: `${host.url}${page}`,
      credential: { username: "ada@example.org", token: "right" },
    }),
  });
  await response.text();
  return response.status;
}

/** Synchronises all sources and waits until each has ended. @returns the status of the request, and 500 for each source that is not "failed" with a sentence */
async function synchronise(): Promise<number[]> {
  const headers = { authorization: `Token ${admin?.token ?? ""}` };
  const started = await fetch(`${server.url}/api/v1/projects/hostile/sync/`, { method: "POST", headers });
  await started.text();
  for (;;) {
    await sleep(200);
    const project = (await (await fetch(`${server.url}/api/v1/projects/hostile/`, { headers })).json()) as Project;
    const syncs = [...project.repositories, ...project.trackers, ...project.wikis].map(({ sync }) => sync);
    if (syncs.some(({ state }) => state === "queued" || state === "running")) continue;
    return [started.status, ...syncs.filter(({ state, error }) => state !== "failed" || !error).map(() => 500)];
  }
}

let isMissed = false;
try {
  // Warm-up: the cost of the first requests does not depend on their responses.
  host.behaviour = {
    name: "",
    send: () => ["HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"],
  };
  for (let round = 0; round < 5; round += 1)
    for (const [provider, kind, page] of SOURCES) await validate(provider, kind, page);
  await sleep(2000);
  const idle = await observed(async () => {
    await sleep(5000);
    return [];
  });
  console.log(
    `idle: ${idle.most.toFixed(0)} MB, health/live median ${idle.median.toFixed(1)} ms, slowest ${idle.slowest.toFixed(1)} ms`,
  );
  const cases = values.sync ? [["all", "sync", ""] as const] : chosen;
  const behaviours = BEHAVIOURS.filter(({ name }) => name.includes(values.only));
  let endOfRound = idle.most;
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const [provider, kind, page] of cases) {
      for (const behaviour of behaviours) {
        host.behaviour = behaviour;
        const before = residentMb();
        const phase = await observed(() =>
          values.sync
            ? synchronise()
            : Promise.all(Array.from({ length: Number(values.atOnce) }, () => validate(provider, kind, page))),
        );
        const grownMb = phase.most - before;
        const isBad =
          grownMb >= MOST_MB ||
          phase.slowest > MOST_MS ||
          phase.statuses.some((status) => status >= 500 || status < 200);
        isMissed ||= isBad;
        console.log(
          `${isBad ? "✗" : "✓"} ${provider.padEnd(10)} ${behaviour.name.padEnd(40)} ${grownMb.toFixed(0).padStart(6)} MB  ${phase.median.toFixed(1).padStart(6)} ${phase.slowest.toFixed(0).padStart(6)} ms  ${[...new Set(phase.statuses)].join(", ")}`,
        );
      }
    }
    const grownMb = residentMb() - endOfRound;
    endOfRound += grownMb;
    const isLeak = round > 1 && grownMb >= MOST_MB;
    isMissed ||= isLeak;
    console.log(`${isLeak ? "✗" : "✓"} round ${round}: ${grownMb.toFixed(0)} MB more at its end than before it`);
  }
} finally {
  await probe.terminate();
  await server.stop();
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = isMissed ? 1 : 0;
