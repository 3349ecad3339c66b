// `npm test`: every kind of test, one after the other, and the totals of all of them as the last line.
// `node scripts/test.ts stories` runs one of them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { totalsLine, type FileTotals, slowestFiles, sumOf } from "./totalsReporter.ts";
import { mergeRuns, filesToRetry, type RetriedTotals } from "./retryFailed.ts";

const root = dirname(import.meta.dirname);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

interface Run {
  readonly name: string;
  readonly projects: readonly string[];
  /** Files at a time; otherwise as vitest.config.ts says. */
  readonly workers?: number;
  /** Processes that share the files, where one process uses one core. */
  readonly shards?: number;
}

const RUNS: readonly Run[] = [
  { name: "code", projects: ["unit", "dom", "server"] },
  // All pages of a browser share a thread.
  { name: "stories", projects: ["stories"], shards: Math.min(4, availableParallelism()) },
  // Each file is a server and a browser: more of them than cores only wait for each other.
  { name: "e2e", projects: ["e2e"], workers: Math.max(2, availableParallelism()) },
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !RUNS.some((run) => run.name === name));
if (unknown.length > 0) {
  console.error(`No such run: ${unknown.join(", ")}. There are: ${RUNS.map((run) => run.name).join(", ")}.`);
  process.exit(1);
}
const runs = names.length > 0 ? RUNS.filter((run) => names.includes(run.name)) : RUNS;

const folder = mkdtempSync(join(tmpdir(), "clew-totals-"));
const merged: RetriedTotals[] = [];
const files: FileTotals[] = [];
const phases: string[] = [];

for (const run of runs) {
  console.log(`\n── ${run.name} ──`);
  const startedAt = performance.now();
  const first = await runTests(run, []);
  files.push(...first);
  const failedFiles = filesToRetry(first);
  if (failedFiles.length > 0) console.log(`\n── ${run.name}: again, alone: ${failedFiles.join(", ")} ──`);
  const { flaky, failures, ...totals } = mergeRuns(
    first,
    failedFiles.length > 0 ? await runTests(run, failedFiles) : [],
  );
  phases.push(`${Math.round((performance.now() - startedAt) / 1000)} s  ${run.name}`);
  const printed = (texts: readonly string[]) => texts.map((text) => `✗ ${run.name}: ${text}`);
  merged.push({ ...totals, failures: printed(failures), flaky: printed(flaky) });
}
rmSync(folder, { recursive: true });

console.log(["\nSeconds of each run:", ...phases, "Slowest files of all runs:", ...slowestFiles(files)].join("\n"));

// Failures are printed again at the end, because the earlier output has scrolled away.
const sum = sumOf(merged);
const unsteady = merged.flatMap((run) => run.flaky);
if (unsteady.length > 0)
  console.log(`\nUnsteady, failed once and passed alone (to be mended):\n${unsteady.join("\n")}`);
if (sum.failures.length > 0) console.log(`\nWhat failed:\n${sum.failures.join("\n")}`);
console.log(`\nAll tests:\n${totalsLine(sum)}`);
process.exit(sum.failed > 0 ? 1 : 0);

/** Runs the projects, or only some files of them. */
async function runTests(run: Run, files: readonly string[]): Promise<FileTotals[]> {
  const shards = files.length > 0 ? 1 : (run.shards ?? 1);
  const ran = Array.from({ length: shards }, (_, at) => runShard(run, files, { at: at + 1, of: shards }));
  return (await Promise.all(ran)).flat();
}

/** A process that exits with an error without a failed test (a crash, no test found) is a failure. */
async function runShard(
  { projects, workers }: Run,
  files: readonly string[],
  { at, of }: { readonly at: number; readonly of: number },
): Promise<FileTotals[]> {
  const target = join(folder, `totals-${at}.jsonl`);
  rmSync(target, { force: true });
  const limits = [
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...(of > 1 ? [`--shard=${at}/${of}`] : []),
  ];
  const args = [vitest, "run", ...limits, ...projects.flatMap((project) => ["--project", project]), ...files];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CLEW_TEST_TOTALS: target, CLEW_TEST_SHARD: String(at) },
  });
  const [status] = (await once(child, "exit")) as [number | null];
  const totals = readTotals(target);
  const isUnnamed = status !== 0 && sumOf(totals).failed === 0;
  return isUnnamed ? [...totals, nameless("ended badly without naming a test")] : totals;
}

function readTotals(target: string): FileTotals[] {
  try {
    const [line] = readFileSync(target, "utf8").trim().split("\n");
    return JSON.parse(line ?? "") as FileTotals[];
  } catch {
    return [nameless("left no totals")];
  }
}

function nameless(failure: string): FileTotals {
  return { file: "", durationMs: 0, passed: 0, failed: 1, skipped: 0, failures: [failure] };
}
