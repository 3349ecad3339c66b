// `npm test`: every kind of test, one after the other, and the totals of all of them as the last line.
// `node scripts/test.ts stories:dark` runs one of them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { closingLine, type Totals } from "./closingLineReporter.ts";

const root = dirname(import.meta.dirname);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

interface Run {
  readonly name: string;
  readonly projects: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const RUNS: readonly Run[] = [
  { name: "code", projects: ["unit", "dom", "server"] },
  { name: "stories:light", projects: ["stories"], env: { STORYBOOK_THEME: "light" } },
  { name: "stories:dark", projects: ["stories"], env: { STORYBOOK_THEME: "dark" } },
  { name: "e2e", projects: ["e2e"] },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !RUNS.some((run) => run.name === name));
if (unknown.length > 0) {
  console.error(`No such run: ${unknown.join(", ")}. There are: ${RUNS.map((run) => run.name).join(", ")}.`);
  process.exit(1);
}
const runs = asked.length > 0 ? RUNS.filter((run) => asked.includes(run.name)) : RUNS;

const folder = mkdtempSync(join(tmpdir(), "clew-totals-"));
const file = join(folder, "totals.jsonl");
const sum: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] };

for (const { name, projects, env } of runs) {
  console.log(`\n── ${name} ──`);
  rmSync(file, { force: true });
  const args = [vitest, "run", ...projects.flatMap((project) => ["--project", project])];
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env, CLEW_TEST_TOTALS: file },
  });
  console.log(`── ${name} took ${Math.round((performance.now() - startedAt) / 1000)} s ──`);
  const totals = readTotals();
  // A run that ends badly without naming a failed test (a crash, no test found) is a failure all the same.
  if (status !== 0 && totals.failed === 0) {
    totals.failed = 1;
    totals.failures.push("ended badly without naming a test");
  }
  sum.passed += totals.passed;
  sum.failed += totals.failed;
  sum.failures.push(...totals.failures.map((failure) => `✗ ${name}: ${failure}`));
}
rmSync(folder, { recursive: true });

// The first of thousands of lines is out of sight by now, so what failed is said again.
if (sum.failures.length > 0) console.log(`\nWhat failed:\n${sum.failures.join("\n")}`);
console.log(`\nAll tests:\n${closingLine(sum)}`);
process.exit(sum.failed > 0 ? 1 : 0);

function readTotals(): Totals {
  try {
    const [line] = readFileSync(file, "utf8").trim().split("\n");
    return JSON.parse(line ?? "") as Totals;
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ["left no totals"] };
  }
}
