/**
 * An engine thread. It runs one task at a time, so that its CPU time is charged to one caller. It has no database connection and opens no
 * index that another thread has open: it requests statements and shared blobs from the main thread.
 */
import { BusyClock } from "../concurrency.ts";
import { ClientGone, abortReason } from "../errors.ts";
import { parentPort, workerData } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import { createRemoteDb } from "../db/remoteDb.ts";
import { Cancelled, pollCancellation } from "../engines/checkpoint.ts";
import { gitMs, setGitRelay } from "../git/gitRelayClient.ts";
import { createSharedReader } from "../index/blobs/SharedBlobs.ts";
import { IndexCache } from "../index/IndexCache.ts";
import { TERM_CACHE_SHARE, termCache } from "../index/segment/TermCache.ts";
import { openBlobs } from "../index/blobs/openBlobs.ts";
import { lowerThreadPriority } from "../threads/lowerThreadPriority.ts";
import { mirrorFolderIn } from "../sources/git/mirrorFiles.ts";
import { listFoldersOfSource } from "../db/tables/sources/sourceFolders.ts";
import { limitMirror } from "../git/limitMirror.ts";
import { createOpenMirror } from "../compute/openMirror.ts";
import { createEngineTasks } from "./engineCalls.ts";
import type { EngineWorkerData, FromEngine, QuestionName, Questions, ToEngine } from "../compute/engineMessages.ts";
import { fromPortable, toPortable } from "../compute/portableErrors.ts";

/** Behind the thread that answers people and before the builds, see `lowerThreadPriority`. */
const NICE_VALUE = 4;
lowerThreadPriority(NICE_VALUE);

const { blobs, dataDir, indexBytes, factsBytes, cancelled, git } = workerData as EngineWorkerData;
setGitRelay(git);
const port = parentPort;
if (!port) throw new Error("This file runs in a thread.");

const post = (message: FromEngine): void => port.postMessage(message);
const pending = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
let nextQuestion = 1;
const mirrorReads = new BusyClock();
const ask = <N extends QuestionName>(
  name: N,
  asks: Questions[N]["asks"],
  signal?: AbortSignal,
): Promise<Questions[N]["answer"]> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const id = nextQuestion++;
    const answered = name === "mirrorRead" ? mirrorReads.begin() : undefined;
    const withdraw = (): void => {
      pending.delete(id);
      post({ kind: "withdraw", id });
      settled();
      reject(abortReason(signal as AbortSignal));
    };
    const settled = (): void => {
      answered?.();
      signal?.removeEventListener("abort", withdraw);
    };
    signal?.addEventListener("abort", withdraw, { once: true });
    pending.set(id, {
      resolve: (answer) => {
        settled();
        resolve(answer as Questions[N]["answer"]);
      },
      reject: (error) => {
        settled();
        reject(error);
      },
    });
    post({ kind: "ask", id, name, asks });
  });

const writeLog =
  (level: "info" | "warn" | "error") =>
  (fields: unknown, message = ""): void => {
    if (typeof fields === "string") post({ kind: "log", level, fields: {}, message: fields });
    else post({ kind: "log", level, fields: portableFields(fields), message });
  };
const silent = (): void => undefined;
const log: FastifyBaseLogger = {
  level: "info",
  fatal: writeLog("error"),
  error: writeLog("error"),
  warn: writeLog("warn"),
  info: writeLog("info"),
  debug: silent,
  trace: silent,
  silent,
  child: () => log,
};

const reader = createSharedReader(openBlobs(blobs), {
  ask: (hash) => ask("blob", hash),
  loaded: (hash, bytes) => post({ kind: "blob", hash, bytes }),
});
termCache.maxBytes = Math.max(termCache.maxBytes, indexBytes / TERM_CACHE_SHARE);
const indexes = new IndexCache(reader, {
  maxBytes: indexBytes,
  onEvicted: (hash) => post({ kind: "release", hash }),
});
let now = 0;
const db = createRemoteDb((statement) => ask("query", statement));
const openMirror = createOpenMirror(ask, mirrorFolderIn(dataDir));
const tasks = createEngineTasks({
  db,
  indexes,
  openMirror: async (sourceId) => {
    const mirror = await openMirror(sourceId);
    // Read with each opening: a choice of folders holds for files and commits at once, before the index has it.
    return mirror && limitMirror(mirror, await listFoldersOfSource(db, sourceId));
  },
  availability: { read: (emails) => ask("availability", emails) },
  now: () => new Date(now),
  factsBytes,
  log,
});

const cancelledId = new Int32Array(cancelled);
let running: { readonly id: number; readonly controller: AbortController } | null = null;
pollCancellation(() => running !== null && Atomics.load(cancelledId, 0) === running.id);

/** Milliseconds for which the thread computed, or waited for git here or at another process: no other task can use it meanwhile. */
const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000 + gitMs() + mirrorReads.totalMs;
};

async function run({ id, name, context, now: at, isSerialized }: ToEngine & { kind: "task" }): Promise<void> {
  const task = tasks.get(name);
  const controller = new AbortController();
  running = { id, controller };
  now = at;
  const before = usedMs();
  const ended = () => ({ id, cpu: Math.max(0, usedMs() - before), openIndexes: indexes.count() });
  try {
    if (!task) throw new Error(`No engine does ${name}.`);
    const fields = typeof context === "object" && context !== null ? context : {};
    // `runTask` and `runCall` type what is given to a task of this name.
    const answer = await task({ ...fields, signal: controller.signal, log, setHeader: silent } as never);
    if (isSerialized) {
      // Copied, because the memory of a small Buffer is shared with others.
      const bytes =
        answer instanceof Uint8Array
          ? new Uint8Array(answer)
          : new TextEncoder().encode(typeof answer === "string" ? answer : JSON.stringify(answer));
      port?.postMessage({ kind: "done", answer: bytes, ...ended() } satisfies FromEngine, [bytes.buffer]);
    } else post({ kind: "done", answer, ...ended() });
  } catch (error) {
    post({
      kind: "failed",
      error: toPortable(error instanceof Cancelled ? new ClientGone() : error),
      ...ended(),
    });
  } finally {
    running = null;
  }
}

port.on("message", (message: ToEngine) => {
  if (message.kind === "task") {
    void run(message);
    return;
  }
  if (message.kind === "cancel") {
    if (running?.id === message.id) running.controller.abort(new ClientGone());
    return;
  }
  if (message.kind === "stop") process.exit(0);
  const question = pending.get(message.id);
  pending.delete(message.id);
  if (message.kind === "answer") question?.resolve(message.answer);
  else question?.reject(fromPortable(message.error));
});

/** Errors are kept readable, and parts that cannot be copied are left out. */
function portableFields(fields: unknown): unknown {
  if (typeof fields !== "object" || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      if (value instanceof Error) return [[key, toPortable(value)]];
      return typeof value === "function" ? [] : [[key, value]];
    }),
  );
}
