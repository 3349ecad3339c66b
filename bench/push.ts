/**
 * How long does a push take until a search finds it? Starts the real server, links generated repositories of several sizes, and pushes ten
 * files to each: the time from the request of the sync to the first search that finds them, as a share of the first sync of the same
 * repository in the same run. Then many small repositories are linked at the same time, while one person searches and pushes.
 *
 *     node bench/push.ts --texts GIT_DIR [--sizes 4000,40000] [--pushes 5] [--storm 100] [--cache FOLDER]
 *
 * GIT_DIR is a repository whose files and history the generated ones are made of. All traffic stays on this machine.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { growRepository, pushFiles } from "./load/growRepository.ts";
import { Histogram } from "./load/Histogram.ts";
import { startLoadedServer } from "./load/loadedServer.ts";
import { makePeople } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    texts: { type: "string" },
    sizes: { type: "string", default: "4000,40000" },
    pushes: { type: "string", default: "5" },
    storm: { type: "string", default: "100" },
    cache: { type: "string" },
  },
});
if (values.texts === undefined) throw new Error("--texts names a repository.");
const FILES_OF_A_PUSH = 10;
/** Repositories of one project. */
const MAX_REPOSITORIES = 50;

const folder = mkdtempSync(join(tmpdir(), "clew-push-"));
const cache = values.cache ?? folder;
mkdirSync(cache, { recursive: true });
const dataDir = join(folder, "data");
const [owner] = await makePeople(dataDir, undefined, 1, "pusher");
const server = await startLoadedServer(dataDir, { CLEW_ALLOWED_PATHS: `${cache}:${folder}` });
const headers = { authorization: `Token ${owner?.token ?? ""}`, "content-type": "application/json" };
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
let words = 0;

try {
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  const pushed: { size: number; slug: string; origin: string; median: number }[] = [];
  for (const size of values.sizes.split(",").map(Number)) {
    const origin = join(folder, `files${size}.git`);
    const grownOrigin = join(cache, `files${size}.git`);
    if (!existsSync(grownOrigin)) growRepository(values.texts, grownOrigin, size);
    if (grownOrigin !== origin)
      execFileSync("git", ["clone", "--quiet", "--bare", "--no-hardlinks", "--", grownOrigin, origin]);
    const begun = performance.now();
    const slug = await link(`Files ${size}`, [origin]);
    await whenReady(slug);
    const first = performance.now() - begun;
    await whenIdle();
    await search(slug, "class");
    const times: number[] = [];
    for (let at = 0; at < Number(values.pushes); at++) times.push(await push(slug, origin, true));
    times.sort((a, b) => a - b);
    const median = times[times.length >> 1] ?? Number.NaN;
    pushed.push({ size, slug, origin, median });
    console.log(
      `${String(size).padStart(6)} files: first sync ${seconds(first)}; push of ${FILES_OF_A_PUSH} files searchable after ` +
        `${seconds(times[0] ?? 0)} to ${seconds(times.at(-1) ?? 0)}, median ${seconds(median)}: ${((median / first) * 100).toFixed(2)} % of the first sync`,
    );
  }
  const [small, large] = [pushed[0], pushed.at(-1)];
  if (small && large && small !== large)
    console.log(
      `a push to ${large.size} files takes ${(large.median / small.median).toFixed(2)} times as long as to ${small.size}`,
    );
  if (large && Number(values.storm) > 0) await storm(large.slug, large.origin, large.median, Number(values.storm));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function storm(slug: string, origin: string, quiet: number, count: number): Promise<void> {
  const histogram = new Histogram();
  const searchFor = async (name: string, ms: number): Promise<void> => {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      const begun = performance.now();
      await search(slug, "broker config");
      histogram.add(name, performance.now() - begun);
      await sleep(100);
    }
  };
  await searchFor("idle", 10_000);
  const origins: string[] = [];
  for (let at = 0; at < count; at++) {
    const small = join(folder, `small${at}.git`);
    execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", small]);
    execFileSync("git", ["-C", small, "fast-import", "--quiet"], {
      input: `commit refs/heads/main\ncommitter B <b@b> 1760000000 +0000\ndata 1\nx\nM 100644 inline README.md\ndata 1\nx\n`,
    });
    pushFiles(small, `Small${at}`, 40);
    origins.push(small);
  }
  const linked: string[] = [];
  for (let at = 0; at < origins.length; at += MAX_REPOSITORIES)
    linked.push(await link(`Storm ${at}`, origins.slice(at, at + MAX_REPOSITORIES)));
  await searchFor("storm", 15_000);
  const times: number[] = [];
  for (let at = 0; at < 3; at++) times.push(await push(slug, origin, false));
  const projects = await Promise.all(linked.map(project));
  const unready = projects
    .flatMap(({ repositories }) => repositories)
    .filter(({ sync }) => sync.state !== "ready").length;
  const rows = ([0.5, 0.95] as const).map((share) => {
    const [idle, loaded] = ["idle", "storm"].map((name) => histogram.quantile(name, share));
    const ratio = (loaded ?? Number.NaN) / (idle ?? Number.NaN);
    return `p${share * 100} ${ratio.toFixed(1)} times idle (${idle?.toFixed(0)} to ${loaded?.toFixed(0)} ms)`;
  });
  times.sort((a, b) => a - b);
  console.log(`${count} repositories linked at once (${unready} not ready at the end):`);
  console.log(`  searches        ${rows.join(", ")}`);
  console.log(
    `  a push          ${seconds(times[1] ?? 0)}, ${((times[1] ?? 0) / quiet).toFixed(2)} times as long as without them`,
  );
}

interface LinkedProject {
  readonly slug: string;
  readonly repositories: readonly { readonly sync: { readonly state: string; readonly error: unknown } }[];
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function link(name: string, origins: readonly string[]): Promise<string> {
  const repositories = origins.map((url) => ({ provider: "git", url }));
  const { slug } = (await call("POST", "projects/", { name, repositories, trackers: [] })) as LinkedProject;
  return slug;
}

async function project(slug: string): Promise<LinkedProject> {
  return (await call("GET", `projects/${slug}/`)) as LinkedProject;
}

async function whenReady(slug: string): Promise<void> {
  for (;;) {
    const { repositories } = await project(slug);
    if (repositories.every(({ sync }) => sync.state === "ready")) return;
    const failed = repositories.find(({ sync }) => sync.state === "failed");
    if (failed) throw new Error(`The sync failed: ${JSON.stringify(failed)}`);
    await sleep(100);
  }
}

async function search(slug: string, q: string): Promise<{ readonly total: number }> {
  return (await call("GET", `projects/${slug}/search/?${new URLSearchParams({ q })}`)) as { total: number };
}

/** Waits for the jobs that follow a sync, such as the counts of changed lines. */
async function whenIdle(): Promise<void> {
  while (/^clew_jobs\{[^}]*\} [1-9]/m.test(await server.metrics())) await sleep(200);
}

/** Milliseconds from the request of the sync to the search that finds all pushed files; then waits for the end of the sync. @param isQuiet also for its jobs */
async function push(slug: string, origin: string, isQuiet: boolean): Promise<number> {
  const word = `Zebrapush${String.fromCodePoint(97 + (words++ % 26))}q`;
  pushFiles(origin, word, FILES_OF_A_PUSH);
  const begun = performance.now();
  await call("POST", `projects/${slug}/sync/`);
  while ((await search(slug, `"${word}" kind:code`)).total < FILES_OF_A_PUSH) await sleep(20);
  const took = performance.now() - begun;
  await whenReady(slug);
  if (isQuiet) await whenIdle();
  return took;
}
