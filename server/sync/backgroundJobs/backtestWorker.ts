import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { BacktestResult } from "../../../contract/issues/backtest.ts";
import type { Manifest } from "../../index/manifest.ts";
import { type BlobsLocation, openBlobs } from "../../index/blobs/openBlobs.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import { setGitRelay } from "../../git/gitRelayClient.ts";
import { lowerThreadPriority } from "../../threads/lowerThreadPriority.ts";
import { runBacktest } from "../../engines/backtest/runBacktest.ts";
import { errorMessage } from "../../errors.ts";

export interface BacktestTask {
  readonly blobs: BlobsLocation;
  /** For the past segments; the caller deletes it. */
  readonly pastBlobs: BlobsLocation;
  readonly manifest: Manifest;
  /** Mirror of each repository, by its source's id. */
  readonly mirrors: Readonly<Record<string, string>>;
  readonly cases: number;
  /** The port of the thread's git relay. */
  readonly git: MessagePort;
}
export type BacktestReply =
  | { readonly type: "progress"; readonly done: number; readonly total: number }
  | { readonly type: "bodies"; readonly ids: readonly string[] }
  | { readonly type: "done"; readonly result: BacktestResult }
  | { readonly type: "failed"; readonly message: string };
/** Bodies of the requested issues, by id. */
export type BacktestMessage = Readonly<Record<string, string>>;

/** Entry of the thread that measures the engines on a project's past. */
const port = parentPort;
if (port) {
  lowerThreadPriority();
  // Only `backtestInThread` starts this thread, and it types its messages.
  const task = workerData as BacktestTask;
  setGitRelay(task.git);
  const reply = (message: BacktestReply): void => port.postMessage(message);
  const bodiesOf = (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Promise((resolve) => {
      port.once("message", (bodies: BacktestMessage) => resolve(new Map(Object.entries(bodies))));
      reply({ type: "bodies", ids });
    });
  new IndexCache(openBlobs(task.blobs))
    .open(task.manifest)
    .then((index) =>
      runBacktest({
        index,
        blobs: openBlobs(task.pastBlobs),
        gitDirOf: (source) => task.mirrors[source] ?? "",
        bodiesOf,
        onProgress: (done, total) => reply({ type: "progress", done, total }),
        cases: task.cases,
      }),
    )
    .then(
      (result) => reply({ type: "done", result }),
      (error: unknown) => reply({ type: "failed", message: errorMessage(error) }),
    )
    .finally(() => port.close());
}
