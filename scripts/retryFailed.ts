import { type FileTotals, sumOf, type Totals } from "./totalsReporter.ts";

/** At most this many failed files are run again; more failures are not caused by load. */
const MAX_FILES = 3;

/** The files to run again: none if too many failed or a failure belongs to no file. */
export function filesToRetry(files: readonly FileTotals[]): string[] {
  const failed = files.filter((totals) => totals.failed > 0).map(({ file }) => file);
  return failed.length <= MAX_FILES && !failed.includes("") ? failed : [];
}

export interface RetriedTotals extends Totals {
  /** Tests that failed in the first run and passed in the second, with the errors of the first. */
  flaky: string[];
}

/**
 * The totals after both runs. If the second run passed a whole file, its result counts and the first run's failure
 * is reported as unsteady; for any other file the first result counts.
 */
export function mergeRuns(first: readonly FileTotals[], second: readonly FileTotals[]): RetriedTotals {
  const passedOnRetry = new Map(
    second.filter(({ passed, failed }) => failed === 0 && passed > 0).map((totals) => [totals.file, totals]),
  );
  const unsteady = first.filter(({ file, failed }) => failed > 0 && passedOnRetry.has(file));
  return {
    ...sumOf(first.map((totals) => (totals.failed > 0 ? (passedOnRetry.get(totals.file) ?? totals) : totals))),
    flaky: unsteady.flatMap(({ failures }) => failures),
  };
}
