import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter } from "vitest/node";

/** The fields of an error that are read. */
interface ReportedError {
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

/** The fields of a vitest module that are read. */
interface CountedModule {
  readonly moduleId: string;
  state(): string;
  errors(): readonly ReportedError[];
  diagnostic(): { readonly duration: number };
  readonly children: {
    allTests(): Iterable<{
      readonly fullName: string;
      result(): { readonly state: string; readonly errors?: readonly ReportedError[] | undefined };
    }>;
  };
}

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  /** One text for each failure: the file, the test, and the first lines of its error. */
  failures: string[];
}

/** The totals of one test file; `""` is for failures without a file. */
export interface FileTotals extends Totals {
  readonly file: string;
  readonly durationMs: number;
}

/** Lines of an error that are repeated at the end of a run; the whole error is printed at its test. */
const MAX_ERROR_LINES = 12;

/** `N passed, N failed`: the machine-readable last line of a run. */
export const totalsLine = ({ passed, failed }: Pick<Totals, "passed" | "failed">): string =>
  `${passed} passed, ${failed} failed`;

/**
 * The totals of each file. A module that could not be loaded is one failure, and so is an error outside of any test: it is
 * attributed to the file that its text names (a worker that died), else to none.
 */
export function countTests(modules: readonly CountedModule[], unhandledErrors: readonly ReportedError[]): FileTotals[] {
  const files = modules.map(countModule);
  const nowhere: FileTotals = { file: "", durationMs: 0, passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const error of unhandledErrors) {
    const text = firstLinesOf(error);
    const totals = files.find(({ file }) => text.includes(file)) ?? nowhere;
    totals.failed += 1;
    totals.failures.push(`outside of any test\n${text}`);
  }
  return nowhere.failed > 0 ? [...files, nowhere] : files;
}

function countModule(module: CountedModule): FileTotals {
  const durationMs = module.diagnostic().duration;
  const totals: FileTotals = { file: module.moduleId, durationMs, passed: 0, failed: 0, skipped: 0, failures: [] };
  const fail = (where: string, errors: readonly ReportedError[]) => {
    totals.failed += 1;
    totals.failures.push([where, ...errors.map(firstLinesOf)].join("\n"));
  };
  for (const test of module.children.allTests()) {
    const { state, errors = [] } = test.result();
    if (state === "failed") fail(`${module.moduleId} > ${test.fullName}`, errors);
    else if (state === "passed") totals.passed += 1;
    else totals.skipped += 1;
  }
  if (totals.failed === 0 && module.state() === "failed") fail(module.moduleId, module.errors());
  return totals;
}

/** Only the cause of the error of a dead worker has the reason and the file. */
function firstLinesOf({ message, stack, cause }: ReportedError): string {
  const text = [message, stack].filter((part) => typeof part === "string").join("\n");
  const lines = text
    .split("\n")
    .slice(0, MAX_ERROR_LINES)
    .map((line) => `  ${line}`)
    .join("\n");
  return typeof cause === "object" && cause !== null ? `${lines}\n  caused by:\n${firstLinesOf(cause)}` : lines;
}

/** Sums the totals of files. */
export function sumOf(files: readonly Totals[]): Totals {
  const sum: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped, failures } of files) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.failures.push(...failures);
  }
  return sum;
}

/** How many of the slowest files are listed. */
export const MAX_SLOW_FILES = 20;

/** One line for each of the slowest test files, with its seconds. */
export function slowestFiles(files: readonly Pick<FileTotals, "file" | "durationMs">[]): string[] {
  return files
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, MAX_SLOW_FILES)
    .map(({ file, durationMs }) => `${(durationMs / 1000).toFixed(0).padStart(5)} s  ${relative(process.cwd(), file)}`);
}

/** A vitest reporter that prints the totals last. If `CLEW_TEST_TOTALS` names a file, the totals of each test file are written there as JSON. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly CountedModule[], unhandledErrors: readonly ReportedError[]): void {
    const files = countTests(modules, unhandledErrors);
    const target = process.env["CLEW_TEST_TOTALS"];
    if (target) appendFileSync(target, `${JSON.stringify(files)}\n`);
    // scripts/test.ts lists the slowest files of all runs.
    else if (files.length > MAX_SLOW_FILES) console.log(["Slowest files:", ...slowestFiles(files)].join("\n"));
    const totals = sumOf(files);
    if (totals.skipped > 0) console.log(`${totals.skipped} skipped`);
    console.log(totalsLine(totals));
  }
}
