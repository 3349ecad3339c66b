/** Fuzzes one target in a thread and watches over it. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { spawnGit } from "../../../server/git/gitProcess.ts";
import { openGitRelay } from "../../../server/git/gitRelayOwner.ts";
import type { FuzzOrder, FuzzReport } from "./fuzzThread.ts";

const HOME = fileURLToPath(new URL("../", import.meta.url));
export const TARGETS = join(HOME, "targets");
/** Inputs that were made from real ones, and the ones that broke a promise once. All are replayed first. */
export const CORPUS = join(HOME, "corpus");
export const REGRESSIONS = join(HOME, "regressions");
/** Milliseconds in which a thread has to come to its next input. */
const STUCK = 60_000;
/** Megabytes of the heap of a thread, the instrumented modules included. */
const MEMORY = 400;
const LONGEST_KEPT = 1 << 20;

export interface FuzzOptions {
  readonly seed: number;
  readonly mostRuns?: number;
  /** Milliseconds. */
  readonly mostTime?: number;
  readonly isBlind?: boolean;
  /** Inputs to begin with, instead of the target's files. */
  readonly seeds?: readonly Uint8Array[];
  /** Where the modules of targets are. */
  readonly folder?: string;
}

export const targetNames = (): string[] =>
  readdirSync(TARGETS)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length))
    .toSorted();

/** The files of a folder in the order of their names; none where it is not there. */
export const inputsIn = (folder: string): Uint8Array[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((name) => readFileSync(join(folder, name)))
    : [];

export const seedsOf = (name: string): Uint8Array[] => [
  ...inputsIn(join(REGRESSIONS, name)),
  ...inputsIn(join(CORPUS, name)),
];

/** Writes an input under the name of its content. */
export function keepInput(folder: string, input: Uint8Array): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash("sha256").update(input).digest("hex").slice(0, 16));
  writeFileSync(path, input);
  return path;
}

/** Runs until a promise is broken or enough was tried. A thread that hangs or uses too much memory is a broken promise too. */
export async function fuzzTarget(name: string, options: FuzzOptions): Promise<FuzzReport> {
  const current = new SharedArrayBuffer(LONGEST_KEPT + 8);
  const state = new Int32Array(current, 0, 2);
  const order: FuzzOrder = {
    module: pathToFileURL(join(options.folder ?? TARGETS, `${name}.ts`)).href,
    seed: options.seed,
    seeds: options.seeds ?? seedsOf(name),
    mostRuns: options.mostRuns ?? Infinity,
    mostTime: options.mostTime ?? Infinity,
    isBlind: options.isBlind ?? false,
    current,
    git: openGitRelay(spawnGit),
  };
  const thread = new Worker(new URL("./fuzzThread.ts", import.meta.url), {
    workerData: order,
    transferList: [order.git],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const failed = (message: string): FuzzReport => ({
    runs: Atomics.load(state, 1),
    features: 0,
    corpus: [],
    failure: { input: Uint8Array.from(new Uint8Array(current, 8, state[0])), message },
  });
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<FuzzReport>((resolve, reject) => {
      let last = -1;
      watch = setInterval(() => {
        const now = Atomics.load(state, 1);
        if (now === last) resolve(failed(`It did not come to an end in ${STUCK / 1000} s.`));
        last = now;
      }, STUCK);
      thread.once("message", resolve);
      thread.once("error", (error: Error & { code?: string }) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(failed(`It used more than ${MEMORY} MB.`));
        else reject(error);
      });
      thread.once("exit", () => {
        reject(new Error(`The thread of ${name} ended without a report.`));
      });
    });
  } finally {
    clearInterval(watch);
    await thread.terminate();
  }
}
