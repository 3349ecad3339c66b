import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** What each bench over repositories takes. `outcomes`: a file for the ranks of each question, which `bench/all.ts` compares. */
const COMMON = {
  cases: { type: "string", default: "60" },
  cache: { type: "string", default: "/tmp/clew-bench" },
  outcomes: { type: "string" },
} as const;

/** The arguments of a bench over repositories: those of all, its own, which may replace them, and the folders. */
export const benchArguments = <const Options extends ParseArgsOptionsConfig>(options: Options) =>
  parseArgs({ allowPositionals: true, options: { ...COMMON, ...options } });

/** Ends the process where a bench has nothing to measure. */
export function requireRepositories(count: number, or = ""): void {
  if (count > 0) return;
  process.stderr.write(`Name at least one git repository${or}.\n`);
  process.exit(2);
}
