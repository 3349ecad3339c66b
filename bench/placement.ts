/**
 * Simulates which search process holds which project, with the hash and the replica counts of the server: how even memory and load are, what
 * moves when a process leaves or joins, and what it costs, for several sizes of an installation.
 *
 *     node bench/placement.ts [--processes 10,100,1000] [--memory-mb 4096] [--fill 0.6] [--bytes-per-file 2900]
 *       [--cpu-ms 20] [--sent-cpu-ms 10] [--queries-per-process 50] [--threads 4] [--month 120] [--seed 1]
 *
 * Bytes of a file and processor time of a query come from `bench/searchProcesses.ts`. The sizes of projects and their popularity are
 * assumptions: files are log-normal (median 2,000, sigma 1.5, at most 400,000), queries follow Zipf's law with exponent 0.8.
 */
import { parseArgs } from "node:util";
import { ReplicaCounts } from "../server/cluster/KeyLoads.ts";
import { type Candidate, Rendezvous, hashText } from "../server/cluster/rendezvous.ts";

const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "10,100,1000" },
    "memory-mb": { type: "string", default: "4096" },
    fill: { type: "string", default: "0.6" },
    "bytes-per-file": { type: "string", default: "2900" },
    "cpu-ms": { type: "string", default: "20" },
    "sent-cpu-ms": { type: "string", default: "10" },
    "queries-per-process": { type: "string", default: "50" },
    threads: { type: "string", default: "4" },
    month: { type: "string", default: "120" },
    seed: { type: "string", default: "1" },
  },
});
const MEMORY = Number(values["memory-mb"]) * 2 ** 20;
const FILL = Number(values.fill);
const BYTES_PER_FILE = Number(values["bytes-per-file"]);
const CPU_MS = Number(values["cpu-ms"]);
const SENT_CPU_MS = Number(values["sent-cpu-ms"]);
const QUERIES_PER_PROCESS = Number(values["queries-per-process"]);
const THREADS = Number(values.threads);
/** Dollars for a process in a month: 4 vCPU and 8 GB at the list price of a large host. */
const MONTH = Number(values.month);
const FILES = { median: 2000, sigma: 1.5, most: 400_000 };
const ZIPF = 0.8;
/** A web process serves about half a core of it. */
const WEB_CORES = 0.5;

interface Project {
  readonly key: string;
  readonly files: number;
  readonly bytes: number;
  /** Queries a second. */
  rate: number;
}

/** Mulberry32: equal seeds give equal installations. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

function makeProjects(processes: number): Project[] {
  const random = createRandom(Number(values.seed) + processes);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const projects: Project[] = [];
  for (let bytes = 0; bytes < processes * MEMORY * FILL;) {
    const files = Math.min(FILES.most, Math.ceil(FILES.median * Math.exp(FILES.sigma * normal())));
    const key = `company-${projects.length % 997}/project-${projects.length}`;
    projects.push({ key, files, bytes: files * BYTES_PER_FILE, rate: 0 });
    bytes += files * BYTES_PER_FILE;
  }
  // Popularity has nothing to do with size.
  const ranked = projects.toSorted((a, b) => hashText(`rank ${a.key}`) - hashText(`rank ${b.key}`));
  const weights = ranked.map((_, rank) => (rank + 1) ** -ZIPF);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  for (const [rank, project] of ranked.entries()) {
    project.rate = ((weights[rank] ?? 0) / sum) * processes * QUERIES_PER_PROCESS;
  }
  return projects;
}

const fleet = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, n) => ({ address: `http://search-${n}.search:4100`, weight: MEMORY }));

/** The replicas that a load leads to: holders report their share of it until nothing changes. */
function replicasFor(busy: number): number {
  if (busy <= THREADS / 2) return 1;
  const counts = new ReplicaCounts(1, () => 0);
  for (let turn = 0; turn < 20; turn += 1) {
    const count = counts.of("key");
    for (let n = 0; n < count; n += 1) counts.report("key", `${n}`, { busy: busy / count, threads: THREADS });
  }
  return counts.of("key");
}

function simulate(count: number): Record<string, string> {
  const projects = makeProjects(count);
  const candidates = fleet(count);
  const rendezvous = new Rendezvous(candidates);
  const places = new Map(candidates.map(({ address }, place) => [address, place]));
  const placeOf = (candidate: Candidate | undefined): number => places.get(candidate?.address ?? "") ?? 0;
  const sums = () => new Float64Array(count);
  const [bytes, number, single, spread] = [sums(), sums(), sums(), sums()];
  let replicatedBytes = 0;
  let hot = 0;
  let cooled = 0;
  const inherited = sums();
  const from = performance.now();
  const gone = 0;
  for (const project of projects) {
    const busy = (project.rate * CPU_MS) / 1000;
    const replicas = replicasFor(busy);
    const holders = rendezvous.holders(project.key, Math.max(2, replicas));
    const first = placeOf(holders[0]);
    bytes[first] = (bytes[first] ?? 0) + project.bytes;
    number[first] = (number[first] ?? 0) + 1;
    single[first] = (single[first] ?? 0) + busy;
    for (const holder of holders.slice(0, replicas)) {
      spread[placeOf(holder)] = (spread[placeOf(holder)] ?? 0) + busy / replicas;
    }
    if (replicas > 1) {
      hot += 1;
      replicatedBytes += project.bytes * (replicas - 1);
    }
    if (first === gone) {
      cooled += 1;
      const heir = placeOf(holders[1]);
      inherited[heir] = (inherited[heir] ?? 0) + project.bytes;
    }
  }
  const placingUs = ((performance.now() - from) * 1000) / projects.length;
  const larger = new Rendezvous(fleet(count + 1));
  const sample = projects.slice(0, 20_000);
  const joined = sample.filter(
    ({ key }) => larger.holders(key, 1)[0]?.address !== rendezvous.holders(key, 1)[0]?.address,
  ).length;
  const modulo = sample.filter(({ key }) => hashText(key) % count !== hashText(key) % (count + 1)).length;
  const total = bytes.reduce((sum, one) => sum + one, 0);
  const mean = total / count;
  const files = projects.reduce((sum, project) => sum + project.files, 0);
  const over = bytes.filter((one) => one > MEMORY).length;
  const webs = Math.ceil((count * QUERIES_PER_PROCESS * SENT_CPU_MS) / 1000 / WEB_CORES);
  const percent = (share: number): string => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
  const times = (value: number): string => `${value.toFixed(2)} ×`;
  return {
    "projects; files": `${projects.length.toLocaleString("en")}; ${(files / 1e6).toFixed(0)} million`,
    "bytes of indexes": `${(total / 2 ** 30).toFixed(0)} GB`,
    "projects of a process: least, mean, most": `${Math.min(...number)}, ${(projects.length / count).toFixed(0)}, ${Math.max(...number)}`,
    "memory: fullest, 99th percentile, against the mean": `${times(Math.max(...bytes) / mean)}, ${times(quantile(bytes, 0.99) / mean)}`,
    "processes with more than their memory": percent(over / count),
    "threads busy without replicas: mean, most": `${percent(average(single) / THREADS)}, ${percent(Math.max(...single) / THREADS)}`,
    "the same with replicas": `${percent(average(spread) / THREADS)}, ${percent(Math.max(...spread) / THREADS)}`,
    "projects with replicas; their further memory": `${hot}; ${percent(replicatedBytes / total)}`,
    "a process dies: projects that are opened again": `${cooled} (${percent(cooled / projects.length)})`,
    "at most of them at one other, of its memory": percent(Math.max(...inherited) / MEMORY),
    "a process joins: projects that move": `${percent(joined / sample.length)} (hash modulo n: ${percent(modulo / sample.length)})`,
    "time to place a project": `${placingUs.toFixed(placingUs < 10 ? 1 : 0)} µs`,
    "heartbeats; rows read, a second": `${(count / 5).toFixed(0)}; ${((count * webs) / 3).toFixed(0)}`,
    "web processes for as many queries": String(webs),
    "search processes, a month": `$${(count * MONTH).toLocaleString("en")}`,
    "a project; a million files, a month": `$${((count * MONTH) / projects.length).toFixed(2)}; $${((count * MONTH) / (files / 1e6)).toFixed(0)}`,
  };
}

const average = (numbers: Float64Array): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const quantile = (numbers: Float64Array, q: number): number =>
  numbers.toSorted()[Math.min(numbers.length - 1, Math.floor(numbers.length * q))] ?? 0;

const sizes = values.processes.split(",").map(Number);
const columns = sizes.map(simulate);
const rows = Object.keys(columns[0] ?? {});
console.log(`| search processes | ${sizes.map((size) => size.toLocaleString("en")).join(" | ")} |`);
console.log(`| --- |${sizes.map(() => " --- |").join("")}`);
for (const row of rows) console.log(`| ${row} | ${columns.map((column) => column[row]).join(" | ")} |`);
