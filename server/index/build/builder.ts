import type { Worker } from "node:worker_threads";
import { Semaphore } from "../../concurrency.ts";
import { StoreFailure } from "../../errors.ts";
import { CodePart, CommitsPart, IssuesPart, PagesPart, RequestsPart } from "../manifest.ts";
import { startGit } from "../../git/gitProcess.ts";
import { openGitRelay } from "../../git/gitRelayOwner.ts";
import type { BlobsLocation } from "../blobs/openBlobs.ts";
import { BuildThreads } from "./BuildThreads.ts";
import type { CodeBuildInput } from "./buildCode.ts";
import type { CommitsBuildInput } from "./buildCommits.ts";
import type { BuildProgress } from "./buildContext.ts";
import type { BuildReply, BuildTask, RowsMessage } from "./buildMessages.ts";
import type { SymbolsBuildInput } from "./buildSymbols.ts";
import { BuildAbortedError } from "../indexErrors.ts";
import type { IndexedIssue } from "../tables/issueTable.ts";
import type { IndexedPage } from "../tables/pageTable.ts";
import type { IndexedRequest } from "../tables/requestTable.ts";
import { type Message, englishText, verbatim } from "../../messages/messages.ts";

export interface BuildOptions {
  /** Called a few times a second at most. */
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Aborting rejects with BuildAbortedError; git is stopped and nothing that a manifest names has changed. */
  readonly signal?: AbortSignal | undefined;
  /** Something that is already searched is brought up to date: it does not wait for first builds. */
  readonly isUpdate?: boolean | undefined;
}

/**
 * Builds segments of an index in worker threads. Every result is an entry for the manifest; its blobs are already stored. A failed build
 * rejects with the worker's error message and leaves only unreferenced blobs.
 */
export interface IndexBuilder {
  /** First phase of a repository: searchable afterwards, `symbols` still null. */
  readonly buildCode: (input: CodeBuildInput, options?: BuildOptions) => Promise<CodePart>;
  /** Both phases of a later commit in one thread: readers get files and symbols together. */
  readonly updateCode: (input: CodeBuildInput, options?: BuildOptions) => Promise<CodePart>;
  /** Merges layers of a part where there are too many; the same part where there are not. */
  readonly mergeLayers: (part: CodePart, options?: BuildOptions) => Promise<CodePart>;
  /** Second phase: the same part with symbols and chunks. */
  readonly buildSymbols: (input: SymbolsBuildInput, options?: BuildOptions) => Promise<CodePart>;
  readonly buildCommits: (input: CommitsBuildInput, options?: BuildOptions) => Promise<CommitsPart>;
  /** All issues of the project, in batches of any size; a few hundred is a good one. */
  readonly buildIssues: (
    batches: AsyncIterable<readonly IndexedIssue[]>,
    options?: BuildOptions,
  ) => Promise<IssuesPart>;
  /** All pull and merge requests of the project, in the same way. */
  readonly buildRequests: (
    batches: AsyncIterable<readonly IndexedRequest[]>,
    options?: BuildOptions,
  ) => Promise<RequestsPart>;
  /** All wiki pages of the project, in the same way. */
  readonly buildPages: (batches: AsyncIterable<readonly IndexedPage[]>, options?: BuildOptions) => Promise<PagesPart>;
  /** Stops what is running and takes nothing more. */
  readonly close: () => Promise<void>;
}

/** The worker could not do its task; `cause` names the error inside. */
export class BuildFailedError extends Error {
  /** The text of the error inside. */
  readonly text: Message;

  constructor(kind: string, text: Message, cause: string) {
    super(`Building the ${kind} index failed: ${englishText(text)}`, { cause });
    this.name = "BuildFailedError";
    this.text = text;
  }
}

/** A task without what `runTask` adds to it. */
type TaskOf<Task> = Task extends unknown ? Omit<Task, "git"> : never;
type Rows = readonly IndexedIssue[] | readonly IndexedRequest[] | readonly IndexedPage[];

/** Grace period of a stopped build in milliseconds. */
const STOP_GRACE_MS = 3000;

/**
 * @param options `threads` builds run at one time, and one more of what is already searched: a first build may take minutes, and the push of
 * another repository must not wait for it
 */
export function createIndexBuilder(options: { blobs: BlobsLocation; threads?: number }): IndexBuilder {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const threads = new BuildThreads();
  const firstBuilds = new Semaphore(Math.max(1, options.threads ?? 1));
  const updates = new Semaphore(1);

  const run = async (
    task:
      | { kind: "issues" }
      | { kind: "requests" }
      | { kind: "pages" }
      | { kind: "code" | "update"; input: CodeBuildInput }
      | { kind: "merge"; part: CodePart }
      | { kind: "symbols"; input: SymbolsBuildInput }
      | { kind: "commits"; input: CommitsBuildInput },
    { onProgress, signal, isUpdate = false }: BuildOptions = {},
    batches?: AsyncIterable<Rows>,
  ): Promise<unknown> => {
    const stopped = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    const workers = isUpdate ? updates : firstBuilds;
    const work = workers.run(() => {
      const stop = new SharedArrayBuffer(4);
      return runTask(threads, { ...task, blobs: options.blobs, stop, isUpdate }, stopped, onProgress, batches);
    }, stopped);
    running.add(work);
    try {
      return await work;
    } catch (error) {
      throw stopped.aborted ? new BuildAbortedError() : error;
    } finally {
      running.delete(work);
    }
  };

  return {
    buildCode: async (input, how) => CodePart.parse(await run({ kind: "code", input }, how)),
    updateCode: async (input, how) => CodePart.parse(await run({ kind: "update", input }, how)),
    mergeLayers: async (part, how) => CodePart.parse(await run({ kind: "merge", part }, how)),
    buildSymbols: async (input, how) => CodePart.parse(await run({ kind: "symbols", input }, how)),
    buildCommits: async (input, how) => CommitsPart.parse(await run({ kind: "commits", input }, how)),
    buildIssues: async (batches, how) => IssuesPart.parse(await run({ kind: "issues" }, how, batches)),
    buildRequests: async (batches, how) => RequestsPart.parse(await run({ kind: "requests" }, how, batches)),
    buildPages: async (batches, how) => PagesPart.parse(await run({ kind: "pages" }, how, batches)),
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await threads.close();
    },
  };
}

function runTask(
  threads: BuildThreads,
  task: TaskOf<BuildTask>,
  stopped: AbortSignal,
  onProgress: BuildOptions["onProgress"],
  batches?: AsyncIterable<Rows>,
): Promise<unknown> {
  const git = openGitRelay((args, run) => startGit(args, { ...run, isBackground: !task.isUpdate }));
  const options = { isUpdate: task.isUpdate, takesRows: batches !== undefined };
  const worker = threads.take(options);
  const source = batches?.[Symbol.asyncIterator]();
  return new Promise<unknown>((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const onStop = (): void => {
      Atomics.store(new Int32Array(task.stop), 0, 1);
      grace = setTimeout(() => void worker.terminate(), STOP_GRACE_MS);
    };
    stopped.addEventListener("abort", onStop, { once: true });
    const finish = (settle: () => void): void => {
      stopped.removeEventListener("abort", onStop);
      worker.off("message", onReply).off("error", onError).off("exit", onExit);
      clearTimeout(grace);
      // The iterator may be waiting for its own source: let it clean up, but do not wait for it.
      void Promise.resolve(source?.return?.()).catch(() => undefined);
      settle();
    };
    const fail = (error: unknown): void => {
      finish(() => {
        reject(error);
      });
      void worker.terminate();
    };
    const onReply = (reply: BuildReply): void => {
      if (reply.type === "progress") onProgress?.(reply.progress);
      else if (reply.type === "more") sendNext(worker, source).catch(fail);
      else if (reply.type === "done")
        finish(() => {
          if (reply.isReusable && !stopped.aborted) threads.giveBack(options, worker);
          else void worker.terminate();
          resolve(reply.part);
        });
      else if (stopped.aborted) fail(new BuildAbortedError());
      else if (reply.name === "StoreFailure") fail(new StoreFailure(reply.text, { cause: new Error(reply.reason) }));
      else fail(new BuildFailedError(task.kind, reply.text, reply.name));
    };
    const onError = (error: Error): void => {
      fail(new BuildFailedError(task.kind, verbatim(error.message), error.name));
    };
    const onExit = (): void => {
      fail(
        stopped.aborted
          ? new BuildAbortedError()
          : new BuildFailedError(task.kind, verbatim("the worker ended early"), "exit"),
      );
    };
    worker.on("message", onReply).on("error", onError).on("exit", onExit);
    worker.postMessage({ ...task, git } satisfies BuildTask, [git]);
  });
}

async function sendNext(worker: Worker, source: AsyncIterator<Rows> | undefined): Promise<void> {
  const next = await source?.next();
  worker.postMessage({ rows: !next || next.done ? null : next.value } satisfies RowsMessage);
}
