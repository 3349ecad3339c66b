// `npm test`: every kind of test, one after the other, and the totals of all of them as the last line.
// `node scripts/test.ts stories` runs one of them.
import { spawnSync } from "node:child_process";
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
}

const RUNS: readonly Run[] = [
  { name: "code", projects: ["unit", "dom", "server"] },
  { name: "stories", projects: ["stories"] },
  // Each file is a server and a browser: more of them than cores only wait for each other.
  { name: "e2e", projects: ["e2e"], workers: Math.max(2, availableParallelism()) },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !RUNS.some((run) => run.name === name));
if (unknown.length > 0) {
  console.error(`No such run: ${unknown.join(", ")}. There are: ${RUNS.map((run) => run.name).join(", ")}.`);
  process.exit(1);
}
const runs = asked.length > 0 ? RUNS.filter((run) => asked.includes(run.name)) : RUNS;

const folder = mkdtempSync(join(tmpdir(), "clew-totals-"));
const target = join(folder, "totals.jsonl");
const merged: RetriedTotals[] = [];
const files: FileTotals[] = [];
const phases: string[] = [];

for (const run of runs) {
  console.log(`\n── ${run.name} ──`);
  const startedAt = performance.now();
  const first = runTests(run, []);
  files.push(...first);
  const again = filesToRetry(first);
  if (again.length > 0) console.log(`\n── ${run.name}: again, alone: ${again.join(", ")} ──`);
  const { flaky, failures, ...totals } = mergeRuns(first, again.length > 0 ? runTests(run, again) : []);
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

/** Runs the projects, or only some files of them. A run that exits with an error without a failed test (a crash, no test found) is a failure. */
function runTests({ projects, workers }: Run, files: readonly string[]): FileTotals[] {
  rmSync(target, { force: true });
  const limit = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const args = [vitest, "run", ...limit, ...projects.flatMap((project) => ["--project", project]), ...files];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CLEW_TEST_TOTALS: target },
  });
  const totals = readTotals();
  const isUnnamed = status !== 0 && sumOf(totals).failed === 0;
  return isUnnamed ? [...totals, nameless("ended badly without naming a test")] : totals;
}

function readTotals(): FileTotals[] {
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
