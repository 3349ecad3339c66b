/**
 * Measures the capacity of one machine. Starts the real server on a new data folder, links a repository and trackers of growing size, and writes the
 * table of docs/OPERATING.md: memory, disk, the time to a first search, and the latency of searches and lists with several concurrent users.
 *
 *     node bench/capacity.ts [--issues 500,2000,8000] [--repository PATH] [--database postgres://…] [--seconds 10] [--write docs/OPERATING.md]
 *
 * `--database` uses an empty PostgreSQL. Milliseconds depend on the machine; the growth from row to row does not.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { callApi } from "./load/callApi.ts";
import { startLoadedServer, type LoadedServer } from "./load/loadedServer.ts";
import { createRandom } from "../server/engines/ranking/createRandom.ts";
import { makePeople, startTracker, wordsOf, type Visitor } from "./load/seedLoadData.ts";
import { Histogram, valueOf } from "./load/Histogram.ts";

const { values } = parseArgs({
  options: {
    issues: { type: "string", default: "500,2000,8000" },
    repository: { type: "string", default: dirname(import.meta.dirname) },
    database: { type: "string" },
    seconds: { type: "string", default: "10" },
    write: { type: "string" },
  },
});
const CLIENTS = 8;
const MB = 1024 * 1024;

interface Project {
  readonly slug: string;
  readonly repositories: readonly { readonly sync: { readonly state: string; readonly error: string | null } }[];
  readonly trackers: Project["repositories"];
}

interface Row {
  readonly issues: number;
  readonly idle: number;
  readonly searchable: number;
  readonly settled: number;
  readonly memory: number;
  readonly disk: number;
  readonly search: Histogram;
  readonly list: Histogram;
}

const HEAD =
  "| Issues | Memory, idle | First search after | All read after | Memory after | Disk | Search p50 / p95 | Searches/s | List p50 / p95 | Lists/s |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";
const rows: string[] = [];
const load: number[] = [];
for (const issues of values.issues.split(",").map(Number)) {
  load.push(loadavg()[0] ?? 0);
  rows.push(present(await measure(issues)));
  load.push(loadavg()[0] ?? 0);
  const model = cpus()[0]?.model.trim() ?? "unknown";
  const about = `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 1024 ** 3)} GB, ${values.database === undefined ? "the embedded database" : "PostgreSQL"}, ${CLIENTS} clients without pauses; ${new Date().toISOString().slice(0, 10)}. The load average was between ${Math.min(...load).toFixed(0)} and ${Math.max(...load).toFixed(0)}.`;
  const table = `${about}\n\n${HEAD}\n${rows.join("\n")}`;
  console.log(`\n${table}`);
  // Written after each row, so that an interrupted run keeps its rows.
  if (values.write !== undefined) await writeTable(values.write, table);
}

function present(row: Row): string {
  const per = (histogram: Histogram): string =>
    `${histogram.quantile(null, 0.5).toFixed(0)} / ${histogram.quantile(null, 0.95).toFixed(0)} ms | ${(histogram.count / Number(values.seconds)).toFixed(0)}`;
  return `| ${row.issues} | ${(row.idle / MB).toFixed(0)} MB | ${(row.searchable / 1000).toFixed(1)} s | ${(row.settled / 1000).toFixed(1)} s | ${(row.memory / MB).toFixed(0)} MB | ${(row.disk / MB).toFixed(0)} MB | ${per(row.search)} | ${per(row.list)} |`;
}

/** Puts the table between the two marks of a Markdown file. */
async function writeTable(file: string, table: string): Promise<void> {
  const text = readFileSync(file, "utf8");
  const [begin, end] = ["<!-- capacity: begin -->", "<!-- capacity: end -->"];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the table: ${begin} … ${end}`);
  const page = `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
  writeFileSync(file, await format(page, { ...(await resolveConfig(file)), filepath: file }));
}

async function measure(issues: number): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), "clew-capacity-"));
  const tracker = await startTracker(issues);
  const people = await makePeople(dataDir, values.database, CLIENTS);
  const server = await startLoadedServer(dataDir, {
    CLEW_ALLOWED_PATHS: values.repository,
    CLEW_ALLOWED_NETWORKS: new URL(tracker.url).host,
    ...(values.database !== undefined && { DATABASE_URL: values.database }),
  });
  try {
    const [admin] = people;
    if (!admin) throw new Error("The database has no user.");
    const memory = async (): Promise<number> => valueOf(await server.metrics(), "process_resident_memory_bytes");
    const idle = await memory();
    const startedAt = Date.now();
    const { slug } = await callApi<Project>(server, admin, "POST", "projects", {
      name: `Capacity ${issues}`,
      repositories: [{ provider: "git", url: values.repository }],
      trackers: [{ provider: "github", url: `${tracker.url}/bench/load` }],
    });
    const emails = people.slice(1).map(({ email }) => email);
    await callApi(server, admin, "POST", `projects/${slug}/users`, { emails });
    let searchable = 0;
    for (;;) {
      const { repositories, trackers } = await callApi<Project>(server, admin, "GET", `projects/${slug}`);
      const syncs = [...repositories, ...trackers].map(({ sync }) => sync);
      const failed = syncs.find(({ state }) => state === "failed");
      if (failed) throw new Error(`A source could not be read: ${failed.error}`);
      if (searchable === 0) {
        const answer = await callApi<{ results: unknown[] }>(server, admin, "GET", `projects/${slug}/search?q=server`);
        if (answer.results.length > 0) searchable = Date.now() - startedAt;
      }
      const isSettled = !/^clew_jobs\{[^}]*\} [1-9]/m.test(await server.metrics());
      if (syncs.every(({ state }) => state === "ready") && isSettled && searchable > 0) break;
      await sleep(200);
    }
    const settled = Date.now() - startedAt;
    const random = createRandom(3);
    const search = await measureLatency(
      server,
      people,
      () => `projects/${slug}/search?q=${encodeURIComponent(wordsOf(random, 2))}`,
    );
    const list = await measureLatency(server, people, () => `projects/${slug}/issues?state=open&limit=50`);
    return { issues, idle, searchable, settled, memory: await memory(), disk: sizeOf(dataDir), search, list };
  } finally {
    await server.stop();
    await tracker.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Each user sends sequential requests for the given seconds. */
async function measureLatency(
  server: LoadedServer,
  people: readonly Visitor[],
  path: () => string,
): Promise<Histogram> {
  const histogram = new Histogram();
  const end = Date.now() + Number(values.seconds) * 1000;
  await Promise.all(
    people.map(async (visitor) => {
      while (Date.now() < end) {
        const startedAt = performance.now();
        await callApi(server, visitor, "GET", path());
        histogram.add("call", performance.now() - startedAt);
      }
    }),
  );
  return histogram;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
