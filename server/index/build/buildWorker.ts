import { getHeapStatistics } from "node:v8";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { setGitRelay } from "../../git/gitRelayClient.ts";
import { errorMessage } from "../../errors.ts";
import type { CodePart, CommitsPart, IssuesPart, PagesPart, RequestsPart } from "../manifest.ts";
import { lowerThreadPriority } from "../../threads/lowerThreadPriority.ts";
import { openBlobs } from "../blobs/openBlobs.ts";
import type { BuildContext } from "./buildContext.ts";
import type { BuildReply, BuildTask, RowsMessage } from "./buildMessages.ts";
import type { BuildThreadOptions } from "./BuildThreads.ts";
import { BuildAbortedError } from "../indexErrors.ts";
import type { IndexedIssue } from "../tables/issueTable.ts";
import type { IndexedPage } from "../tables/pageTable.ts";
import type { IndexedRequest } from "../tables/requestTable.ts";
import { MessageError } from "../../messages/MessageError.ts";
import { verbatim } from "../../messages/messages.ts";

const PROGRESS_EVERY_MS = 200;
/** Added to the priority of the process, as for `nice`; engine threads add 4, a first build 10. */
const UPDATE_NICE = 7;
/** Bytes that a thread may hold and still do another build: the modules, and the parsers of a few languages. */
const MAX_KEPT_BYTES = 192 << 20;

/** Does one build after another, so that none ever holds up a request. */
function receiveTask(port: MessagePort): void {
  port.once("message", (task: BuildTask) => {
    void run(port, task).then((answer) => {
      task.git.close();
      // A message that arrives without a listener is lost.
      receiveTask(port);
      port.postMessage(answer);
    });
  });
}

async function run(port: MessagePort, task: BuildTask): Promise<BuildReply> {
  setGitRelay(task.git);
  const reply = (message: BuildReply): void => {
    port.postMessage(message);
  };
  const controller = new AbortController();
  const stop = new Int32Array(task.stop);
  // Polled as well as waited for: a build that computes without pause never comes round to its messages.
  const checkpoint = (): void => {
    if (Atomics.load(stop, 0) === 0) return;
    const error = new BuildAbortedError();
    controller.abort(error);
    throw error;
  };
  const watch = setInterval(() => {
    if (Atomics.load(stop, 0) !== 0) controller.abort(new BuildAbortedError());
  }, 100);
  let reportedAt = 0;
  let reportedStep = "";
  const context: BuildContext = {
    blobs: openBlobs(task.blobs),
    signal: controller.signal,
    checkpoint,
    progress: (progress) => {
      const now = performance.now();
      if (progress.step === reportedStep && now - reportedAt < PROGRESS_EVERY_MS) return;
      reportedAt = now;
      reportedStep = progress.step;
      reply({ type: "progress", progress });
    },
  };
  try {
    return { type: "done", part: await build(task, context, port), isReusable: keptBytes() <= MAX_KEPT_BYTES };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const reason = failure.cause === undefined ? {} : { reason: errorMessage(failure.cause) };
    const text = failure instanceof MessageError ? failure.text : verbatim(failure.message);
    return { type: "failed", name: failure.name, text, ...reason };
  } finally {
    clearInterval(watch);
  }
}

function keptBytes(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/** Loads only the modules of its kind: all of them take a tenth of a second more. */
async function build(
  task: BuildTask,
  context: BuildContext,
  port: MessagePort,
): Promise<CodePart | CommitsPart | IssuesPart | RequestsPart | PagesPart> {
  switch (task.kind) {
    case "code": {
      const { buildCode } = await import("./buildCode.ts");
      return buildCode(task.input, context);
    }
    case "update": {
      const [{ buildCode }, { buildSymbols }] = await Promise.all([
        import("./buildCode.ts"),
        import("./buildSymbols.ts"),
      ]);
      return buildSymbols({ part: await buildCode(task.input, context) }, context);
    }
    case "merge": {
      const { mergeLayers } = await import("./mergeLayers.ts");
      return mergeLayers(task.part, context);
    }
    case "symbols": {
      const { buildSymbols } = await import("./buildSymbols.ts");
      return buildSymbols(task.input, context);
    }
    case "commits": {
      const { buildCommits } = await import("./buildCommits.ts");
      return buildCommits(task.input, context);
    }
    case "issues": {
      const { buildIssues } = await import("./buildDiscussions.ts");
      return buildIssues(receiveRows<IndexedIssue>(port), context);
    }
    case "requests": {
      const { buildRequests } = await import("./buildDiscussions.ts");
      return buildRequests(receiveRows<IndexedRequest>(port), context);
    }
    case "pages": {
      const { buildPages } = await import("./buildPages.ts");
      return buildPages(receiveRows<IndexedPage>(port), context);
    }
  }
}

/** Requests one batch at a time, so that at most one waits in memory. */
async function* receiveRows<Row>(port: MessagePort): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const batch = new Promise<readonly Row[] | null>((resolve) => {
      port.once("message", (message: RowsMessage<Row>) => {
        resolve(message.rows);
      });
    });
    port.postMessage({ type: "more" } satisfies BuildReply);
    const rows = await batch;
    if (rows === null) return;
    yield rows;
  }
}

if (parentPort) {
  // Only BuildThreads.ts starts this thread, and it types its data.
  const { isUpdate } = workerData as BuildThreadOptions;
  // Threads that answer people come first, then updates, then first builds.
  lowerThreadPriority(isUpdate ? UPDATE_NICE : undefined);
  receiveTask(parentPort);
}
