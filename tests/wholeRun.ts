import { test } from "vitest";

/**
 * `CLEW_TESTS=whole` runs every case of the tests that the gate samples, the tests of the nightly run, and each test of the server on both
 * databases. The workflow sets it every night.
 */
export const isWholeRun = process.env["CLEW_TESTS"] === "whole";

/** A test of the nightly run: repeated kills, load or a long outage, where a shorter test of the gate has the same promise. */
export const nightlyTest = test.skipIf(!isWholeRun);

/**
 * One of `every` values in the gate, and all of them in a whole run.
 * @param offset where to begin: callers that count it up take each value in turn
 */
export function sampled<T>(values: readonly T[], every: number, offset: number): readonly T[] {
  return isWholeRun ? values : values.filter((_, at) => (at + offset) % every === 0);
}
