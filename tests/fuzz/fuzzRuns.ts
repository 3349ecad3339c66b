/**
 * The amount of fuzzing. The gate runs a small amount with a constant seed, so that a failure is caused by the change and not by chance.
 * `FUZZ=200 npx vitest run --project server tests/fuzz` runs two hundred times as much with a new seed; `FUZZ_SEED=…` repeats a run.
 */
import type fc from "fast-check";

const { FUZZ, FUZZ_SEED } = process.env;
const FACTOR = Math.max(0.1, Number(FUZZ ?? "1") || 1);
const SEED = Number(FUZZ_SEED ?? (FUZZ === undefined ? 2026 : Math.floor(Math.random() * 2 ** 31)));

// The reporter shows it with the file; a failure names it as well.
process.stdout.write(`FUZZ_SEED=${SEED} FUZZ=${FACTOR}\n`);

/** @param runs those of the gate */
export const fuzz = (runs: number): fc.Parameters<unknown> => ({
  seed: SEED,
  numRuns: Math.max(1, Math.round(runs * FACTOR)),
  endOnFailure: FACTOR > 1,
});

/** The timeout of a test in milliseconds; it grows with FUZZ. */
export const fuzzTimeout = Math.round(60_000 * Math.max(1, FACTOR));
