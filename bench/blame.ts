/**
 * What do blame and the history of some lines cost in a large repository? Reads each question of a bare copy without a commit-graph, with one
 * that has changed-path filters, and by plain `git blame --porcelain`, in turn within one run, then repeats it. Wall-clock and processor time of git:
 * on a busy machine the processor time is the figure to keep. With `--url` it also asks a running server for the same files: each first and again.
 *
 *     node bench/blame.ts --repository /path/to/repository.git [--files 5 --lines 3000 --rounds 5]
 *     node bench/blame.ts --url http://127.0.0.1:4000 --email mira@clew.example --password follow-the-thread --project clew --repository …
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readBlame } from "../server/git/readBlame.ts";
import { readRangeHistory } from "../server/git/readFileHistory.ts";
import { removeCommitGraph, updateCommitGraph } from "../server/sources/git/mirrorCommitGraph.ts";

const { values: options } = parseArgs({
  options: {
    repository: { type: "string" },
    files: { type: "string", default: "5" },
    lines: { type: "string", default: "3000" },
    rounds: { type: "string", default: "5" },
    url: { type: "string" },
    email: { type: "string", default: "mira@clew.example" },
    password: { type: "string", default: "follow-the-thread" },
    project: { type: "string", default: "clew" },
    /** The name of the repository in the project. */
    name: { type: "string" },
    "only-api": { type: "boolean", default: false },
  },
});
if (options.repository === undefined) throw new Error("--repository names a bare repository.");
const origin = options.repository;
const ROUNDS = Number(options.rounds);
/** Lines of a range. */
const RANGE = 40;
const LIMITS = { maxBytes: 48 << 20, timeoutMs: 300_000 };
/** What every figure is compared with. */
const PLAIN = "git blame --porcelain";
const never = new AbortController().signal;

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", [`--git-dir=${folder}`, ...args], { encoding: "utf8", maxBuffer: 1 << 30 });

const folder = mkdtempSync(join(tmpdir(), "clew-blame-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const [plain, graphed] = [join(folder, "plain.git"), join(folder, "graphed.git")];
execFileSync("git", ["clone", "--quiet", "--bare", "--no-hardlinks", origin, plain]);
await removeCommitGraph(plain);
cpSync(plain, graphed, { recursive: true });
const head = git(plain, "rev-parse", "HEAD").trim();
const commits = Number(git(plain, "rev-list", "--count", "HEAD"));

/** The files of source whose number of lines is nearest to what is wanted. */
function choose(count: number, lines: number): { readonly path: string; readonly lines: number }[] {
  const tree = git(plain, "diff", "--numstat", git(plain, "hash-object", "-t", "tree", "/dev/null").trim(), head);
  const files = tree.split("\n").flatMap((line) => {
    const [added = "", , path = ""] = line.split("\t");
    return /\.(?:c|cc|cpp|h|java|go|rs|ts|js|py)$/.test(path) ? [{ path, lines: Number(added) }] : [];
  });
  return files.toSorted((a, b) => Math.abs(a.lines - lines) - Math.abs(b.lines - lines)).slice(0, count);
}

/** Milliseconds of processor time of ended children of this process, which are git's. */
function childrenMs(): number {
  const [, , , , , , , , , , , , , , , user = "0", system = "0"] = readFileSync("/proc/self/stat", "utf8").split(" ");
  return (Number(user) + Number(system)) * 10;
}

interface Sample {
  readonly wall: number;
  readonly cpu: number;
}
const samples = new Map<string, Sample[]>();
async function measure(name: string, work: () => unknown): Promise<void> {
  const [cpu, start] = [childrenMs(), performance.now()];
  await work();
  const taken = { wall: performance.now() - start, cpu: childrenMs() - cpu };
  samples.set(name, [...(samples.get(name) ?? []), taken]);
}

const files = choose(Number(options.files), Number(options.lines));
console.log(`files: ${files.map(({ path, lines }) => `${path} (${lines})`).join(", ")}; ${ROUNDS} rounds`);
if (!options["only-api"]) await readCopies();
if (options.url !== undefined) await askServer(options.url);

const at = (values: readonly number[], part: number): string =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]?.toFixed(0) ?? "";
/** The share of what plain git took, both as medians of this run: on a busy machine the ratios stay the same. */
const ratio = (values: readonly number[], plainValues: readonly number[]): string =>
  values.length === 0 || plainValues.length === 0
    ? ""
    : (Number(at(values, 0.5)) / Number(at(plainValues, 0.5))).toFixed(2);
const plainGit = samples.get(PLAIN) ?? [];
console.log("\n| Milliseconds | p50 | p95 | of plain git | processor p50 | p95 | of plain git |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const [name, all] of samples) {
  const wall = all.map((run) => run.wall);
  // git of a server is no child of this process.
  const cpu = name.startsWith("API") ? [] : all.map((run) => run.cpu);
  const ofWall = ratio(
    wall,
    plainGit.map((run) => run.wall),
  );
  const ofCpu = ratio(
    cpu,
    plainGit.map((run) => run.cpu),
  );
  console.log(`| ${[name, at(wall, 0.5), at(wall, 0.95), ofWall, at(cpu, 0.5), at(cpu, 0.95), ofCpu].join(" | ")} |`);
}

/** Each question of the copy without a graph and of the one with it, in turn. */
async function readCopies(): Promise<void> {
  const started = performance.now();
  const before = childrenMs();
  const missing = await updateCommitGraph(graphed, never);
  const graph = { wall: performance.now() - started, cpu: childrenMs() - before };
  const secondStart = performance.now();
  await updateCommitGraph(graphed, never);
  console.log(
    `${commits} commits; the commit-graph took ${(graph.wall / 1000).toFixed(1)} s (processor ${(graph.cpu / 1000).toFixed(1)} s), again ${(performance.now() - secondStart).toFixed(0)} ms; commits without a filter: ${missing}`,
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const { path, lines } of files) {
      const from = Math.floor((lines * (round + 1)) / (ROUNDS + 2)) + 1;
      const range = { path, from, to: from + RANGE - 1 };
      await measure(PLAIN, () => git(plain, "blame", "--porcelain", head, "--", path));
      await measure("blame, no graph", () => readBlame(plain, head, path, LIMITS, never));
      await measure("blame, graph", () => readBlame(graphed, head, path, LIMITS, never));
      const maxCommits = 300;
      await measure("range, no graph", () => readRangeHistory(plain, head, range, { ...LIMITS, maxCommits }, never));
      await measure("range, graph", () => readRangeHistory(graphed, head, range, { ...LIMITS, maxCommits }, never));
    }
  }
}

/** The same files at the API: what the first reader waits for, and each after. */
async function askServer(url: string): Promise<void> {
  const call = async (path: string, init: RequestInit = {}): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text;
  };
  const body = JSON.stringify({ email: options.email, password: options.password });
  const login = await call("users/login/", { method: "POST", headers: { "content-type": "application/json" }, body });
  const headers = { authorization: `Token ${(JSON.parse(login) as { token: string }).token}` };
  const repository = encodeURIComponent(options.name ?? "");
  await call(`projects/${options.project}/code/content/?repository=${repository}&path=`, { headers });
  for (const { path, lines } of files) {
    const file = `repository=${repository}&path=${encodeURIComponent(path)}`;
    const blame = `code/${options.project}/blame/?${file}`;
    const from = Math.floor(lines / 2);
    const range = `code/${options.project}/history/?${file}&from=${from}&to=${from + RANGE - 1}&offset=0&limit=20`;
    await measure(PLAIN, () => git(plain, "blame", "--porcelain", head, "--", path));
    await measure("API: blame, first", () => call(blame, { headers }));
    await measure("API: range, first", () => call(range, { headers }));
    for (let round = 0; round < ROUNDS; round++) {
      await measure("API: blame, cached", () => call(blame, { headers }));
      await measure("API: range, cached", () => call(range, { headers }));
    }
  }
}
