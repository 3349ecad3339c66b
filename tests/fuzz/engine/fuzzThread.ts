/** The thread in which one target is fuzzed: its modules are instrumented, its memory is limited, and it can be ended at any time. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { setGitRelay } from "../../../server/git/gitRelayClient.ts";
import { provideHooks } from "./coverage.ts";
import { explore } from "./explore.ts";
import { instrumentModules, words } from "./instrument.ts";
import type { Target } from "./Target.ts";

/** What the thread is asked for. */
export interface FuzzOrder {
  /** Address of the module that exports `target`. */
  readonly module: string;
  readonly seed: number;
  readonly seeds: readonly Uint8Array[];
  readonly mostRuns: number;
  /** Milliseconds. */
  readonly mostTime: number;
  readonly isBlind: boolean;
  /** Length and bytes of the input that is being read. */
  readonly current: SharedArrayBuffer;
  /** Runs git for targets that ask it. */
  readonly git: MessagePort;
}

/** What it answers. */
export interface FuzzReport {
  readonly runs: number;
  readonly features: number;
  readonly corpus: readonly Uint8Array[];
  readonly failure: { readonly input: Uint8Array; readonly message: string } | null;
}

const order = workerData as FuzzOrder;
const SOURCES = ["../../../server/", "../../../contract/", "../planted/"].map(
  (path) => new URL(path, import.meta.url).href,
);

setGitRelay(order.git);
provideHooks();
instrumentModules((url) => SOURCES.some((folder) => url.startsWith(folder)));
const { target } = (await import(order.module)) as { target: Target };
const length = new Int32Array(order.current, 0, 2);
const bytes = new Uint8Array(order.current, 8);
const start = performance.now();
const found = await explore({
  ...order,
  target,
  words: [...words],
  onInput: (input) => {
    const { length: whole } = input.length > bytes.length ? bytes : input;
    bytes.set(input.subarray(0, whole));
    length[0] = whole;
    // Read by the watchdog of the thread.
    Atomics.add(length, 1, 1);
  },
  // The clock is asked now and then; a run by number never asks it.
  goesOn: (runs) => runs < order.mostRuns && (runs % 64 !== 0 || performance.now() - start < order.mostTime),
});
const { failure } = found;
const message =
  failure?.error instanceof Error ? (failure.error.stack ?? failure.error.message) : String(failure?.error);
parentPort?.postMessage({ ...found, failure: failure && { input: failure.input, message } } satisfies FuzzReport);
