import { parentPort, workerData } from "node:worker_threads";
import type { Manifest } from "../../index/manifest.ts";
import { type BlobsLocation, openBlobs } from "../../index/blobs/openBlobs.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import { lowerThreadPriority } from "../../threads/lowerThreadPriority.ts";
import type { Feedback } from "../../engines/localize/features/feedback.ts";
import { type RowAnswer, type RowQuestion, rowAnalysis } from "../../engines/analyze/rowAnalysis.ts";
import { errorMessage } from "../../errors.ts";

export interface RowTask {
  readonly blobs: BlobsLocation;
  readonly manifest: Manifest;
  readonly feedback: readonly Feedback[];
}
export type RowReply = { readonly answers: readonly RowAnswer[] } | { readonly error: string };

/** Entry of the thread that looks at the issues of a list, batch after batch, so that no request waits for it. */
const port = parentPort;
if (port) {
  lowerThreadPriority();
  // Only `RowAnalyzer` starts this thread, and it types its messages.
  const { blobs, manifest, feedback } = workerData as RowTask;
  const index = new IndexCache(openBlobs(blobs)).open(manifest);
  port.on("message", (questions: readonly RowQuestion[]) => {
    index
      .then((opened) => questions.map((question) => rowAnalysis(opened, question, feedback)))
      .then(
        (answers) => port.postMessage({ answers } satisfies RowReply),
        (error: unknown) => port.postMessage({ error: errorMessage(error) } satisfies RowReply),
      );
  });
}
