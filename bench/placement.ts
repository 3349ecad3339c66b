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
import { createRandom } from "../server/engines/ranking/createRandom.ts";
import { ReplicaCounts } from "../server/cluster/KeyLoads.ts";
import { type KeyHolder, Rendezvous, hashText } from "../server/cluster/rendezvous.ts";

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

const fleet = (count: number): KeyHolder[] =>
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

/** What each process gets when all projects are placed. */
class Placement {
  readonly bytes: Float64Array;
  readonly projects: Float64Array;
  /** Busy threads with one replica of each project, and with as many as its load leads to. */
  readonly single: Float64Array;
  readonly spread: Float64Array;
  replicatedBytes = 0;
  hot = 0;
  /** Projects of the process that dies, and what the others then open of them. */
  cooled = 0;
  readonly inherited: Float64Array;
  readonly #rendezvous: Rendezvous<KeyHolder>;
  readonly #places: ReadonlyMap<string, number>;

  constructor(candidates: readonly KeyHolder[], rendezvous: Rendezvous<KeyHolder>) {
    const sums = () => new Float64Array(candidates.length);
    [this.bytes, this.projects, this.single, this.spread, this.inherited] = [sums(), sums(), sums(), sums(), sums()];
    this.#rendezvous = rendezvous;
    this.#places = new Map(candidates.map(({ address }, place) => [address, place]));
  }

  add(project: Project): void {
    const busy = (project.rate * CPU_MS) / 1000;
    const replicas = replicasFor(busy);
    const [first = 0, ...successors] = this.#rendezvous
      .holders(project.key, Math.max(2, replicas))
      .map(({ address }) => this.#places.get(address) ?? 0);
    increase(this.bytes, first, project.bytes);
    increase(this.projects, first, 1);
    increase(this.single, first, busy);
    for (const place of [first, ...successors].slice(0, replicas)) increase(this.spread, place, busy / replicas);
    if (replicas > 1) {
      this.hot += 1;
      this.replicatedBytes += project.bytes * (replicas - 1);
    }
    if (first === DYING) {
      this.cooled += 1;
      increase(this.inherited, successors[0] ?? 0, project.bytes);
    }
  }
}

/** The place of the process that dies. */
const DYING = 0;

const increase = (sums: Float64Array, at: number, by: number): void => {
  sums[at] = (sums[at] ?? 0) + by;
};

/** The share of projects that move when one process joins: with rendezvous hashing, and with the hash modulo the number. */
function movedShares(projects: readonly Project[], count: number, rendezvous: Rendezvous<KeyHolder>): [number, number] {
  const larger = new Rendezvous(fleet(count + 1));
  const sample = projects.slice(0, 20_000);
  const joined = sample.filter(
    ({ key }) => larger.holders(key, 1)[0]?.address !== rendezvous.holders(key, 1)[0]?.address,
  );
  const modulo = sample.filter(({ key }) => hashText(key) % count !== hashText(key) % (count + 1));
  return [joined.length / sample.length, modulo.length / sample.length];
}

function simulate(count: number): Record<string, string> {
  const projects = makeProjects(count);
  const candidates = fleet(count);
  const rendezvous = new Rendezvous(candidates);
  const placement = new Placement(candidates, rendezvous);
  const from = performance.now();
  for (const project of projects) placement.add(project);
  const placingUs = ((performance.now() - from) * 1000) / projects.length;
  const [joined, modulo] = movedShares(projects, count, rendezvous);
  const { bytes, single, spread, cooled } = placement;
  const total = bytes.reduce((sum, size) => sum + size, 0);
  const mean = total / count;
  const files = projects.reduce((sum, project) => sum + project.files, 0);
  const over = bytes.filter((size) => size > MEMORY).length;
  const webs = Math.ceil((count * QUERIES_PER_PROCESS * SENT_CPU_MS) / 1000 / WEB_CORES);
  return {
    "projects; files": `${projects.length.toLocaleString("en")}; ${(files / 1e6).toFixed(0)} million`,
    "bytes of indexes": `${(total / 2 ** 30).toFixed(0)} GB`,
    "projects of a process: least, mean, most": `${Math.min(...placement.projects)}, ${(projects.length / count).toFixed(0)}, ${Math.max(...placement.projects)}`,
    "memory: fullest, 99th percentile, against the mean": `${times(Math.max(...bytes) / mean)}, ${times(quantile(bytes, 0.99) / mean)}`,
    "processes with more than their memory": percent(over / count),
    "threads busy without replicas: mean, most": `${percent(average(single) / THREADS)}, ${percent(Math.max(...single) / THREADS)}`,
    "the same with replicas": `${percent(average(spread) / THREADS)}, ${percent(Math.max(...spread) / THREADS)}`,
    "projects with replicas; their further memory": `${placement.hot}; ${percent(placement.replicatedBytes / total)}`,
    "a process dies: projects that are opened again": `${cooled} (${percent(cooled / projects.length)})`,
    "at most of them at one other, of its memory": percent(Math.max(...placement.inherited) / MEMORY),
    "a process joins: projects that move": `${percent(joined)} (hash modulo n: ${percent(modulo)})`,
    "time to place a project": `${placingUs.toFixed(placingUs < 10 ? 1 : 0)} µs`,
    "heartbeats; rows read, a second": `${(count / 5).toFixed(0)}; ${((count * webs) / 3).toFixed(0)}`,
    "web processes for as many queries": String(webs),
    "search processes, a month": `$${(count * MONTH).toLocaleString("en")}`,
    "a project; a million files, a month": `$${((count * MONTH) / projects.length).toFixed(2)}; $${((count * MONTH) / (files / 1e6)).toFixed(0)}`,
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
const times = (value: number): string => `${value.toFixed(2)} ×`;
const average = (numbers: Float64Array): number => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
const quantile = (numbers: Float64Array, q: number): number =>
  numbers.toSorted()[Math.min(numbers.length - 1, Math.floor(numbers.length * q))] ?? 0;

const sizes = values.processes.split(",").map(Number);
const columns = sizes.map(simulate);
const rows = Object.keys(columns[0] ?? {});
console.log(`| search processes | ${sizes.map((size) => size.toLocaleString("en")).join(" | ")} |`);
console.log(`| --- |${sizes.map(() => " --- |").join("")}`);
for (const row of rows) console.log(`| ${row} | ${columns.map((column) => column[row]).join(" | ")} |`);
