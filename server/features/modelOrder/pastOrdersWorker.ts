import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { errorMessage } from "../../errors.ts";
import { setGitRelay } from "../../git/gitRelayClient.ts";
import { type BlobsLocation, openBlobs } from "../../index/blobs/openBlobs.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import type { Manifest } from "../../index/manifest.ts";
import { lowerThreadPriority } from "../../threads/lowerThreadPriority.ts";
import { findPastOrders, type PastOrder } from "../../engines/modelOrder/pastOrders.ts";

export interface PastOrdersTask {
  readonly blobs: BlobsLocation;
  /** For the past segments; the caller deletes it. */
  readonly pastBlobs: BlobsLocation;
  readonly manifest: Manifest;
  /** Mirror of each repository, by its source's id. */
  readonly mirrors: Readonly<Record<string, string>>;
  readonly cases: number;
  /** Ids of issues that were asked about before. */
  readonly skip: readonly string[];
  /** The port of the thread's git relay. */
  readonly git: MessagePort;
}
/** Each but the last two waits for a message. */
export type PastOrdersReply =
  | { readonly type: "total"; readonly total: number }
  | { readonly type: "bodies"; readonly ids: readonly string[] }
  | { readonly type: "case"; readonly order: PastOrder | null }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly message: string };

/** Entry of the thread that finds the places of fixed issues. */
const port = parentPort;
if (port) {
  lowerThreadPriority();
  // Only `pastOrdersInThread` starts this thread, and it types its messages.
  const task = workerData as PastOrdersTask;
  setGitRelay(task.git);
  const reply = (message: PastOrdersReply): void => port.postMessage(message);
  const replyOf = (message: PastOrdersReply): Promise<unknown> =>
    new Promise((resolve) => {
      port.once("message", resolve);
      reply(message);
    });
  new IndexCache(openBlobs(task.blobs))
    .open(task.manifest)
    .then((index) =>
      findPastOrders({
        index,
        blobs: openBlobs(task.pastBlobs),
        gitDirOf: (source) => task.mirrors[source] ?? "",
        bodiesOf: async (ids) =>
          new Map(Object.entries((await replyOf({ type: "bodies", ids })) as Record<string, string>)),
        skip: new Set(task.skip),
        cases: task.cases,
        onTotal: (total) => reply({ type: "total", total }),
        onCase: async (order) => void (await replyOf({ type: "case", order })),
      }),
    )
    .then(
      () => reply({ type: "done" }),
      (error: unknown) => reply({ type: "failed", message: errorMessage(error) }),
    )
    .finally(() => port.close());
}
