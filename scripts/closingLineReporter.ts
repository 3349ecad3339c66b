import { appendFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** What is looked at of a vitest module. */
interface CountedModule {
  state(): string;
  readonly children: { allTests(): Iterable<{ result(): { readonly state: string } }> };
}

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** `N passed, N failed`: the form that machines read at the end of a run. */
export const closingLine = ({ passed, failed }: Pick<Totals, "passed" | "failed">): string =>
  `${passed} passed, ${failed} failed`;

/** Adds up tests; a module that could not be loaded and an error outside of any test count as one failure each. */
export function countTests(modules: readonly CountedModule[], unhandledErrors: number): Totals {
  const totals: Totals = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    let failedTests = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "failed") failedTests += 1;
      else if (state === "passed") totals.passed += 1;
      else totals.skipped += 1;
    }
    totals.failed += failedTests > 0 ? failedTests : module.state() === "failed" ? 1 : 0;
  }
  return totals;
}

/** A vitest reporter whose last words are the totals. Where `CLEW_TEST_TOTALS` names a file, the totals are added to it as a line of JSON. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly CountedModule[], unhandledErrors: readonly unknown[]): void {
    const totals = countTests(modules, unhandledErrors.length);
    const file = process.env["CLEW_TEST_TOTALS"];
    if (file) appendFileSync(file, `${JSON.stringify(totals)}\n`);
    if (totals.skipped > 0) console.log(`${totals.skipped} skipped`);
    console.log(closingLine(totals));
  }
}
