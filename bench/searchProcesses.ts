/**
 * What a search process costs: the same queries answered by one web process alone, and by one that sends them to one and to three search
 * processes; memory and first query of a project; what a killed and a paused process cost a query; and what the list of processes costs the
 * database. The figures that `bench/placement.ts` extrapolates are printed last.
 *
 *     node scripts/withPostgres.ts sh -c 'node bench/searchProcesses.ts --database "$TEST_DATABASE_URL"'
 *       [--projects 4] [--repository PATH] [--rounds 5]
 *
 * The database must be empty. Milliseconds depend on the machine; processor time and the ratios within one run do not.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { KeyRing } from "../server/access/keys/KeyRing.ts";
import { PROTOCOL } from "../server/cluster/searchMessages.ts";
import { RequestOpener, sealRequest } from "../server/cluster/sealedMessages.ts";
import { openDb } from "../server/db/openDb.ts";
import { listLiveSearchProcesses, saveHeartbeat } from "../server/db/tables/searches/searchProcesses.ts";
import { type LoadedServer, startLoadedServer } from "./load/loadedServer.ts";
import { valueOf } from "./load/Histogram.ts";
import { makePeople, seedProject } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string" },
    projects: { type: "string", default: "4" },
    repository: { type: "string", default: dirname(import.meta.dirname) },
    rounds: { type: "string", default: "5" },
  },
});
const databaseUrl = values.database;
if (databaseUrl === undefined) throw new Error("--database names an empty PostgreSQL.");
const ROUNDS = Number(values.rounds);
const MB = 2 ** 20;
const slugs = Array.from({ length: Number(values.projects) }, (_, n) => `project-${n}`);
const QUERIES = [
  ...slugs.flatMap((slug) => [
    `projects/${slug}/search/?q=session`,
    `projects/${slug}/search/?q=rendezvous+hashing`,
    `projects/${slug}/search/?q=migration&kind=commit`,
    `projects/${slug}/experts/?paths=server`,
  ]),
  "search/?q=session",
  "search/?q=index+manifest",
];

const folder = mkdtempSync(join(tmpdir(), "clew-search-bench-"));
const [person] = await makePeople(folder, databaseUrl, 1);
if (!person) throw new Error("There is no person.");
for (const slug of slugs) {
  const source = { kind: "repository", provider: "git", url: values.repository } as const;
  await seedProject(folder, person.email, slug, [source], databaseUrl);
}
const running = new Set<LoadedServer>();
async function start(name: string, role: string, address?: string): Promise<LoadedServer> {
  const server = await startLoadedServer(join(folder, name), {
    DATABASE_URL: databaseUrl ?? "",
    CLEW_MASTER_KEY: "one key for all of the processes here",
    CLEW_ROLE: role,
    CLEW_ALLOWED_PATHS: values.repository,
    CLEW_ENGINE_SECONDS_PER_PERSON: "100000",
    CLEW_SEARCH_ADDRESS: address ?? "127.0.0.1:0",
  });
  running.add(server);
  return server;
}
async function end(server: LoadedServer, signal?: "SIGKILL"): Promise<void> {
  running.delete(server);
  if (signal) process.kill(server.pid, signal);
  else await server.stop();
}

async function ask(server: LoadedServer, path: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    headers: { authorization: `Token ${person?.token}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - from;
}
const reading = async (server: LoadedServer, name: string): Promise<number> => valueOf(await server.metrics(), name);
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** Every query in turn, warm. */
async function measure(web: LoadedServer, searchers: readonly LoadedServer[]) {
  for (let turn = 0; turn < 2; turn += 1) for (const path of QUERIES) await ask(web, path);
  const cpuOf = (servers: readonly LoadedServer[]) =>
    Promise.all(servers.map((server) => reading(server, "process_cpu_seconds_total")));
  const [webBefore, searchBefore] = [await cpuOf([web]), await cpuOf(searchers)];
  const times: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) for (const path of QUERIES) times.push(await ask(web, path));
  const [webAfter, searchAfter] = [await cpuOf([web]), await cpuOf(searchers)];
  const used = (before: readonly number[], after: readonly number[]): number =>
    (after.reduce((sum, cpu, n) => sum + cpu - (before[n] ?? 0), 0) * 1000) / times.length;
  return {
    "query ms, median": round(median(times)),
    "web cpu ms a query": round(used(webBefore, webAfter)),
    "search cpu ms a query": round(used(searchBefore, searchAfter)),
    "open MB of each": await Promise.all(
      [web, ...searchers].map(async (server) => round((await reading(server, "clew_index_open_bytes")) / MB)),
    ),
    "resident MB of each": await Promise.all(
      [web, ...searchers].map(async (server) =>
        Math.round((await reading(server, "process_resident_memory_bytes")) / MB),
      ),
    ),
  };
}

const untilLive = async (web: LoadedServer, count: number): Promise<void> => {
  while ((await reading(web, "clew_search_processes")) !== count) await sleep(200);
};
/** The first query of each project. */
const firstQueries = async (web: LoadedServer): Promise<number> => {
  const times = [];
  for (const slug of slugs) times.push(await ask(web, `projects/${slug}/search/?q=session`));
  return round(median(times));
};

const database = await openDb({ dataDir: folder, databaseUrl });
const { db } = database;
const connections = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
};
try {
  const single = await start("single", "web,worker");
  for (const slug of slugs) {
    await fetch(`${single.url}/api/v1/projects/${slug}/sync/`, {
      method: "POST",
      headers: { authorization: `Token ${person.token}` },
    });
  }
  while ((await db.selectFrom("sources").select("id").where("sync_state", "!=", "ready").execute()).length > 0) {
    const failed = await db.selectFrom("sources").select("sync_error").where("sync_error", "is not", null).execute();
    if (failed[0]) throw new Error(JSON.stringify(failed[0]));
    await sleep(500);
  }
  // The sync and what follows it are over.
  await sleep(5000);
  const files = (await reading(single, "clew_index_files")) / slugs.length;
  await end(single);

  console.log(`${slugs.length} projects of ${Math.round(files)} files, load ${loadavg()[0]?.toFixed(1)}`);
  const web = await start("web", "web");
  const alone = await measure(web, []);
  console.log("the web process alone", alone);

  const before = await connections();
  const searchers = [await start("search-0", "search", "127.0.0.1:47110")];
  await untilLive(web, 1);
  console.log("first query, empty cache of blobs, ms", await firstQueries(web));
  console.log("one search process", await measure(web, searchers));
  console.log("connections of a search process in use", (await connections()) - before);
  const [first] = searchers;
  if (first) await end(first);
  searchers[0] = await start("search-0", "search", "127.0.0.1:47110");
  await untilLive(web, 1);
  console.log("first query, cache of blobs filled, ms", await firstQueries(web));
  searchers.push(
    await start("search-1", "search", "127.0.0.1:47111"),
    await start("search-2", "search", "127.0.0.1:47112"),
  );
  await untilLive(web, 3);
  const three = await measure(web, searchers);
  console.log("three search processes", three);

  // The slowest of a round after the failure met it; the breaker spares the others.
  const worst = async (): Promise<number> => {
    const times = [];
    for (const slug of slugs) times.push(await ask(web, `projects/${slug}/search/?q=session`));
    return round(Math.max(...times));
  };
  const normal = await worst();
  const busiest = searchers.toSorted((a, b) => b.pid - a.pid);
  const received = await Promise.all(
    busiest.map((instance) => reading(instance, 'clew_search_received_total{outcome="accepted"}')),
  );
  const [victim, paused] = busiest.toSorted(
    (a, b) => (received[busiest.indexOf(b)] ?? 0) - (received[busiest.indexOf(a)] ?? 0),
  );
  if (paused) {
    process.kill(paused.pid, "SIGSTOP");
    console.log("slowest query ms: normal", normal, "with a paused process", await worst(), "then", await worst());
    process.kill(paused.pid, "SIGCONT");
    await sleep(5000);
    await measure(web, searchers);
  }
  if (victim) {
    await end(victim, "SIGKILL");
    console.log("slowest query ms: with a killed process", await worst(), "then", await worst());
  }
  await Promise.all([...running].map((server) => end(server)));

  // The list of 1,000 processes, as one web process reads it and each search process writes it.
  const row = (n: number) => ({
    address: `http://search-${n}:4100`,
    id: `${n}`,
    protocol: PROTOCOL,
    threads: 2,
    index_bytes: 256 * MB,
  });
  for (let n = 0; n < 1000; n += 1) await saveHeartbeat(db, row(n), { isFirst: true });
  let from = performance.now();
  for (let n = 0; n < 1000; n += 1) await saveHeartbeat(db, row(n), { isFirst: false });
  console.log("a heartbeat, ms", round(performance.now() - from, 2) / 1000);
  from = performance.now();
  for (let turn = 0; turn < 50; turn += 1) await listLiveSearchProcesses(db, PROTOCOL);
  console.log("reading 1,000 rows, ms", round((performance.now() - from) / 50, 2));
  await db.deleteFrom("search_processes").execute();

  const keys = new KeyRing([randomBytes(32)]);
  const opener = new RequestOpener(keys, "id", () => Date.now());
  for (const kilobytes of [2, 1024]) {
    const content = { text: "x".repeat(kilobytes * 1024) };
    const cpu = process.cpuUsage();
    for (let turn = 0; turn < 200; turn += 1) {
      const sealed = sealRequest(keys, "id", Date.now(), content);
      sealed.openAnswer(opener.open(sealed.bytes).sealAnswer(content));
    }
    const { user, system } = process.cpuUsage(cpu);
    console.log(
      `sealing and opening a request and an answer of ${kilobytes} kB each, cpu ms`,
      (user + system) / 200_000,
    );
  }
  console.log("for bench/placement.ts:", {
    // The projects are of one repository, and a process keeps equal parts of indexes once.
    bytesPerFile: Math.round((Math.max(...three["open MB of each"]) * MB) / files),
    cpuMsPerQuery: alone["web cpu ms a query"],
    sentCpuMsPerQuery: three["web cpu ms a query"],
  });
} finally {
  for (const { pid } of running) process.kill(pid, "SIGKILL");
  await database.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
