import { appendFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** What is looked at of an error. */
interface ToldError {
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

/** What is looked at of a vitest module. */
interface CountedModule {
  readonly moduleId: string;
  state(): string;
  errors(): readonly ToldError[];
  readonly children: {
    allTests(): Iterable<{
      readonly fullName: string;
      result(): { readonly state: string; readonly errors?: readonly ToldError[] | undefined };
    }>;
  };
}

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  /** One text for each failure: the file, the test, and how its error begins. */
  failures: string[];
}

/** So much of an error is repeated at the end of a run; the whole stands where it happened. */
const TOLD_LINES = 12;

/** `N passed, N failed`: the form that machines read at the end of a run. */
export const closingLine = ({ passed, failed }: Pick<Totals, "passed" | "failed">): string =>
  `${passed} passed, ${failed} failed`;

/** Adds up tests; a module that could not be loaded and an error outside of any test count as one failure each. */
export function countTests(modules: readonly CountedModule[], unhandledErrors: readonly ToldError[]): Totals {
  const totals: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const fail = (where: string, errors: readonly ToldError[]) => {
    totals.failed += 1;
    totals.failures.push([where, ...errors.map(beginningOf)].join("\n"));
  };
  for (const module of modules) {
    const failedBefore = totals.failed;
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === "failed") fail(`${module.moduleId} > ${test.fullName}`, errors);
      else if (state === "passed") totals.passed += 1;
      else totals.skipped += 1;
    }
    if (totals.failed === failedBefore && module.state() === "failed") fail(module.moduleId, module.errors());
  }
  for (const error of unhandledErrors) fail("outside of any test", [error]);
  return totals;
}

/** A worker that dies says why, and over which file, only in the cause of its error. */
function beginningOf({ message, stack, cause }: ToldError): string {
  const text = [message, stack].filter((part) => typeof part === "string").join("\n");
  const told = text
    .split("\n")
    .slice(0, TOLD_LINES)
    .map((line) => `  ${line}`)
    .join("\n");
  return typeof cause === "object" && cause !== null ? `${told}\n  caused by:\n${beginningOf(cause)}` : told;
}

/** A vitest reporter whose last words are the totals. Where `CLEW_TEST_TOTALS` names a file, the totals are added to it as a line of JSON. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly CountedModule[], unhandledErrors: readonly ToldError[]): void {
    const totals = countTests(modules, unhandledErrors);
    const file = process.env["CLEW_TEST_TOTALS"];
    if (file) appendFileSync(file, `${JSON.stringify(totals)}\n`);
    if (totals.skipped > 0) console.log(`${totals.skipped} skipped`);
    console.log(closingLine(totals));
  }
}
