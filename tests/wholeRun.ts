/**
 * `CLEW_TESTS=whole` runs every case of the tests that the gate samples, each test of the server on both databases, and the tests that are
 * declared by `test.runIf(isWholeRun)`: repeated kills, load or long outages. The workflow sets it every night.
 */
export const isWholeRun = process.env["CLEW_TESTS"] === "whole";

/**
 * One of `every` values in the gate, and all of them in a whole run.
 * @param offset where to begin: callers that count it up take each value in turn
 */
export function sampled<T>(values: readonly T[], every: number, offset: number): readonly T[] {
  return isWholeRun ? values : values.filter((_, at) => (at + offset) % every === 0);
}
