/**
 * `npm run check -- --changed`: the quick check of a change, before the whole one. Format and lint of the changed files, types of
 * the whole program (incrementally), and the tests that are nearest to the change by imports.
 *
 *     node scripts/checkChanged.ts [--since REF] [--tests 12]
 *
 * The change is what differs from the branch point with `main` (REF), with what is not committed. The closing lines say which tests were left out.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = dirname(import.meta.dirname);
const SOURCE = /\.(?:ts|tsx)$/;
const TEST = /(?:\.test\.tsx?|\.stories\.tsx)$/;
/** A test further away than this says little about the change and takes long to reach. */
const MAX_DISTANCE = 4;
/** What a browser, a build or a whole product is started for; the whole check runs them. */
const LEFT_TO_THE_WHOLE = /^tests\/e2e\//;

/** Files with the files that import them. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/**
 * Test files by their distance from the changed files: 0 for a changed test, 1 for a test that imports a changed file, and so on up to
 * `MAX_DISTANCE`. Nearest first.
 */
export function nearestTests(changed: readonly string[], importers: Importers): string[] {
  const seen = new Set(changed);
  const tests: string[] = [];
  let ring: readonly string[] = [...seen];
  for (let distance = 0; distance <= MAX_DISTANCE && ring.length > 0; distance += 1) {
    tests.push(...ring.filter((file) => TEST.test(file)).toSorted());
    const next = new Set(ring.filter((file) => !TEST.test(file)).flatMap((file) => importers.get(file) ?? []));
    ring = [...next].filter((file) => !seen.has(file));
    for (const file of ring) seen.add(file);
  }
  return tests;
}

/** The relative imports of a module, as paths from the root. `new URL("./worker.ts", …)` counts: workers are started that way. */
export function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/["'](\.{1,2}\/[^"'\n]+?\.tsx?)["']/g)].map(([, path]) =>
    relative(ROOT, resolve(ROOT, dirname(file), path ?? "")),
  );
}

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 2 ** 20 })
    .split("\n")
    .filter((line) => line !== "");

function readImporters(): Importers {
  const importers = new Map<string, string[]>();
  for (const file of git("ls-files", "--cached", "--others", "--exclude-standard")) {
    if (!SOURCE.test(file) || file.startsWith("tests/lint/fixture/") || !existsSync(join(ROOT, file))) continue;
    for (const target of importsOf(file, readFileSync(join(ROOT, file), "utf8"))) {
      const files = importers.get(target);
      if (files) files.push(file);
      else importers.set(target, [file]);
    }
  }
  return importers;
}

/** The changed files that still exist. */
function readChanged(since: string): string[] {
  const [base = since] = git("merge-base", since, "HEAD");
  const files = new Set([
    ...git("diff", "--name-only", "--diff-filter=d", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]);
  return [...files].filter((file) => !file.startsWith("tests/lint/fixture/"));
}

function run(title: string, args: readonly string[]): boolean {
  console.log(`\n━━ ${title}`);
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) console.log(`✗ ${title}`);
  return status === 0;
}

function check(since: string, maxTests: number): boolean {
  const changed = readChanged(since);
  if (changed.length === 0) {
    console.log(`Nothing has changed since ${since}.`);
    return true;
  }
  const module = (path: string): string => join(ROOT, "node_modules", path);
  const code = changed.filter((file) => SOURCE.test(file));
  const styles = changed.filter((file) => /^src\/.*\.css$/.test(file));
  const tests = nearestTests(changed, readImporters()).filter((file) => !LEFT_TO_THE_WHOLE.test(file));
  const chosen = tests.slice(0, maxTests);
  const stories = chosen.filter((file) => file.endsWith(".stories.tsx"));
  const testFiles = chosen.filter((file) => !file.endsWith(".stories.tsx"));
  const vitest = module("vitest/vitest.mjs");
  const results = [
    run("Format", [module("prettier/bin/prettier.cjs"), "--check", "--ignore-unknown", ...changed]),
    code.length === 0 || run("Lint", [module("oxlint/bin/oxlint"), "--type-aware", ...code]),
    styles.length === 0 || run("Styles", [module("stylelint/bin/stylelint.mjs"), ...styles]),
    run("Types", [
      module("typescript/bin/tsc"),
      "--noEmit",
      "--incremental",
      "--tsBuildInfoFile",
      module(".cache/tsc.json"),
    ]),
    testFiles.length === 0 ||
      run(`Tests: ${testFiles.length}`, [
        vitest,
        "run",
        ...["unit", "dom", "server"].flatMap((name) => ["--project", name]),
        ...testFiles,
      ]),
    stories.length === 0 || run(`Stories: ${stories.length}`, [vitest, "run", "--project", "stories", ...stories]),
  ];
  const omitted = tests.slice(maxTests);
  if (omitted.length > 0)
    console.log(`\n${omitted.length} further test files are left to \`npm run check\`:\n${omitted.join("\n")}`);
  const failed = results.filter((isOk) => !isOk).length;
  console.log(`\n${failed === 0 ? "✓ No step failed." : `✗ ${failed} of ${results.length} steps failed.`}`);
  return failed === 0;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { since: { type: "string", default: "main" }, tests: { type: "string", default: "12" } },
  });
  process.exitCode = check(values.since, Number(values.tests)) ? 0 : 1;
}
