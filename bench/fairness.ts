/**
 * Can one user slow the server down for others? A user of one company sends regular expressions in parallel without pause; meanwhile
 * a user of another company makes small calls and plain searches. Prints the latencies of these calls, idle and under load.
 *
 *     node bench/fairness.ts [--files 100000] [--storm 32] [--seconds 30] [--seconds-per-person 30] [--node="--cpu-prof"]
 *
 * The exit status is 1 if a goal is missed. All traffic stays on the loopback interface.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startLoadedServer } from "./load/loadedServer.ts";
import { makePeople, type Visitor } from "./load/seedLoadData.ts";
import { bucketsOf, Histogram, quantileBetween, valueOf } from "./load/Histogram.ts";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "100000" },
    storm: { type: "string", default: "32" },
    seconds: { type: "string", default: "30" },
    "seconds-per-person": { type: "string", default: "30" },
    node: { type: "string", default: "" },
  },
});
const PATTERN = "/m.*n.*y.*f.*l.*z/";
/** Milliseconds, and times of the idle value. */
const GOALS = { me: 100, meTimes: 3, live: 50, lag: 10 };
const LAG = "clew_event_loop_lag_seconds";

const folder = mkdtempSync(join(tmpdir(), "clew-fairness-"));
const dataDir = join(folder, "data");
const repository = join(folder, "many");
await makeRepository(repository, Number(values.files));
const [heavy] = await makePeople(dataDir, undefined, 1, "heavy");
const [other] = await makePeople(dataDir, undefined, 1, "other");
if (!heavy || !other) throw new Error("There must be two people.");
const server = await startLoadedServer(
  dataDir,
  { CLEW_ALLOWED_PATHS: folder, CLEW_ENGINE_SECONDS_PER_PERSON: values["seconds-per-person"] },
  values.node.split(" ").filter((word) => word !== ""),
);
let isMissed = true;
try {
  const heavySlug = await makeProject(heavy, "Many", repository);
  await makeRepository(join(folder, "few"), 200);
  const otherSlug = await makeProject(other, "Few", join(folder, "few"));
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${values.files} files; ${values.storm} patterns at a time; load of the machine before: ${load}`);
  const idle = await observe(other, otherSlug);
  const storm = new AbortController();
  const answers = new Map<number, number>();
  const running = Array.from({ length: Number(values.storm) }, () =>
    sendPatterns(heavy, heavySlug, storm.signal, answers),
  );
  await sleep(2000);
  const loaded = await observe(other, otherSlug);
  storm.abort();
  await Promise.allSettled(running);

  console.log("\ncall              idle p50     p99     max   loaded p50     p99     max  ms    p99, times idle");
  for (const { name, p50, p99, max } of idle.histogram.rows()) {
    const [l50, l99, lMax] = [0.5, 0.99, 1].map((q) => loaded.histogram.quantile(name, q));
    const cells = [p50, p99, max].map((value) => value.toFixed(1).padStart(8)).join("");
    const under = [l50, l99, lMax].map((value = Number.NaN) => value.toFixed(1).padStart(8)).join("");
    console.log(`${name.padEnd(17)}${cells}   ${under}        ${((l99 ?? Number.NaN) / p99).toFixed(1).padStart(6)}`);
  }
  const statuses = [...answers].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status} ×${times}`);
  console.log(`\nevent loop p99    idle ≤ ${idle.lag * 1000} ms, loaded ≤ ${loaded.lag * 1000} ms`);
  console.log(`the storm         ${statuses.join(", ")}; ${loaded.cpu.toFixed(2)} cores in engine threads`);
  const failures = [...idle.histogram.failures, ...loaded.histogram.failures].map(
    ([what, times]) => `${what} ×${times}`,
  );
  console.log(`others' failures  ${failures.length === 0 ? "none" : failures.join(", ")}`);
  const me = loaded.histogram.quantile("users/me", 0.99);
  const goals: [string, boolean][] = [
    [`users/me p99 below ${GOALS.me} ms`, me < GOALS.me],
    [
      `users/me p99 at most ${GOALS.meTimes} times idle`,
      me <= GOALS.meTimes * idle.histogram.quantile("users/me", 0.99),
    ],
    [`health/live p99 below ${GOALS.live} ms`, loaded.histogram.quantile("health/live", 0.99) < GOALS.live],
    [`event loop p99 at most ${GOALS.lag} ms`, loaded.lag * 1000 <= GOALS.lag],
    ["no other user is refused", failures.length === 0],
  ];
  for (const [goal, isMet] of goals) console.log(`${isMet ? "met   " : "MISSED"}            ${goal}`);
  isMissed = goals.some(([, isMet]) => !isMet);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isMissed ? 1 : 0);

/** Sequential small calls of one user for the duration of a phase. */
async function observe(
  who: Visitor,
  slug: string,
): Promise<{ readonly histogram: Histogram; readonly lag: number; readonly cpu: number }> {
  const histogram = new Histogram();
  const [before, startedAt] = [await server.metrics(), performance.now()];
  const calls = [
    ["users/me", "/api/v1/users/me/"],
    ["projects", "/api/v1/projects/"],
    ["health/live", "/api/v1/health/live/"],
    ["search, a word", `/api/v1/projects/${slug}/search/?q=file`],
  ] as const;
  const until = startedAt + Number(values.seconds) * 1000;
  await Promise.all(
    calls.map(async ([name, path]) => {
      while (performance.now() < until) {
        const requestedAt = performance.now();
        const response = await fetch(server.url + path, { headers: { authorization: `Token ${who.token}` } });
        await response.arrayBuffer();
        if (response.ok) histogram.add(name, performance.now() - requestedAt);
        else histogram.fail(name, String(response.status));
        await sleep(50);
      }
    }),
  );
  const after = await server.metrics();
  const cpu = "clew_engines_cpu_seconds_total";
  return {
    histogram,
    lag: quantileBetween(bucketsOf(before, LAG), bucketsOf(after, LAG), 0.99),
    cpu: ((valueOf(after, cpu) - valueOf(before, cpu)) * 1000) / (performance.now() - startedAt),
  };
}

/** One client of the load: sends the next pattern as soon as the last one is answered; after a refusal it waits less than `Retry-After`. */
async function sendPatterns(
  who: Visitor,
  slug: string,
  signal: AbortSignal,
  answers: Map<number, number>,
): Promise<void> {
  const query = new URLSearchParams({ q: PATTERN });
  while (!signal.aborted) {
    const response = await fetch(`${server.url}/api/v1/projects/${slug}/search/?${query.toString()}`, {
      headers: { authorization: `Token ${who.token}` },
      signal,
    });
    await response.arrayBuffer();
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    if (!response.ok) await sleep(200);
  }
}

async function makeProject(who: Visitor, name: string, path: string): Promise<string> {
  const call = async (
    method: string,
    to: string,
    body?: unknown,
  ): Promise<{ slug: string; repositories: unknown[] }> => {
    const response = await fetch(`${server.url}/api/v1/${to}`, {
      method,
      headers: { authorization: `Token ${who.token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${text}`);
    return JSON.parse(text) as { slug: string; repositories: unknown[] };
  };
  const { slug } = await call("POST", "projects/", { name, repositories: [{ provider: "git", url: path }] });
  for (;;) {
    const { repositories } = await call("GET", `projects/${slug}/`);
    if (JSON.stringify(repositories).includes('"state":"failed"')) throw new Error(JSON.stringify(repositories));
    const isSettled = !/^clew_jobs\{[^}]*\} [1-9]/m.test(await server.metrics());
    if (JSON.stringify(repositories).includes('"state":"ready"') && isSettled) return slug;
    await sleep(500);
  }
}

/** A repository of small files with words that begin the pattern and never end it, written in one stream. */
async function makeRepository(path: string, files: number): Promise<void> {
  mkdirSync(path, { recursive: true });
  const git = (...args: string[]) => spawn("git", args, { cwd: path, stdio: ["pipe", "ignore", "inherit"] });
  await once(git("init", "--quiet", "--initial-branch=main"), "exit");
  const writer = git("fast-import", "--quiet");
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  writer.stdin.write("commit refs/heads/main\ncommitter Ada <ada@example.org> 1700000000 +0000\n" + data("Many files"));
  for (let n = 0; n < files; n += 1) {
    const text = `// file ${n}\nexport const many${n} = "many small files with a number of long lines ${n}";\n`.repeat(
      4,
    );
    const isFree = writer.stdin.write(`M 644 inline src/d${n % 500}/f${n}.ts\n${data(text)}`);
    if (!isFree) await once(writer.stdin, "drain");
  }
  writer.stdin.end("\ndone\n");
  await once(writer, "exit");
}
