import { type FileTotals, sumOf, type Totals } from "./closingLineReporter.ts";

/** At most this many failed files are run again; more failures are not caused by load. */
const MOST_FILES = 3;

/** The files to run again: none if too many failed or a failure belongs to no file. */
export function worthAsking(files: readonly FileTotals[]): string[] {
  const failed = files.filter((totals) => totals.failed > 0).map(({ file }) => file);
  return failed.length <= MOST_FILES && !failed.includes("") ? failed : [];
}

export interface Settled extends Totals {
  /** Tests that failed in the first run and passed in the second, with the errors of the first. */
  unsteady: string[];
}

/**
 * The totals after both runs. If the second run passed a whole file, its result counts and the first run's failure
 * is reported as unsteady; for any other file the first result counts.
 */
export function settle(first: readonly FileTotals[], second: readonly FileTotals[]): Settled {
  const acquitted = new Map(
    second.filter(({ passed, failed }) => failed === 0 && passed > 0).map((totals) => [totals.file, totals]),
  );
  const unsteady = first.filter(({ file, failed }) => failed > 0 && acquitted.has(file));
  return {
    ...sumOf(first.map((totals) => (totals.failed > 0 ? (acquitted.get(totals.file) ?? totals) : totals))),
    unsteady: unsteady.flatMap(({ failures }) => failures),
  };
}
