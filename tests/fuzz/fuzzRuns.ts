/**
 * How much is fuzzed. The gate takes a little of it and always the same, so that what it says is about the change and not about luck.
 * `FUZZ=200 npx vitest run --project server tests/fuzz` takes two hundred times as much of something new; `FUZZ_SEED=…` does a run again.
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

/** Milliseconds that a test may take: what is asked for more is given more. */
export const fuzzTimeout = Math.round(60_000 * Math.max(1, FACTOR));
