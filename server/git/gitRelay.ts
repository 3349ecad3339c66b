/**
 * Lets a worker thread use git processes that the main thread owns. A thread can be ended at any moment (its heap limit, a cancelled
 * build), and a process whose parent thread is gone is never reaped. The main thread starts git, passes its output on in small portions,
 * and kills what is still running when the thread ends.
 */
import { Readable, Writable } from "node:stream";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { errorMessage } from "../errors.ts";
import { GitStoppedError, type GitStopReason } from "./gitErrors.ts";
import type { GitAccess, GitRun, RunningGit } from "./gitProcess.ts";
import { type Message, englishText, verbatim } from "../messages/messages.ts";

type RelayRequest =
  | {
      readonly type: "start";
      readonly args: readonly string[];
      readonly access?: GitAccess | undefined;
      readonly timeout?: number | undefined;
      readonly tracesPackets?: boolean | undefined;
    }
  | { readonly type: "write"; readonly chunk: Uint8Array }
  | { readonly type: "finish" }
  | { readonly type: "more"; readonly chunks: number }
  | { readonly type: "kill" };
type RelayReply =
  | { readonly type: "data"; readonly chunk: Uint8Array }
  | { readonly type: "drained" }
  | { readonly type: "closed" }
  | { readonly type: "ended"; readonly code: number; readonly stderr: string }
  | { readonly type: "stopped"; readonly reason: GitStopReason | null; readonly text: Message };
interface Numbered<T> {
  readonly run: number;
  readonly message: T;
}

/** Chunks of output (64 KB each) that may be under way to the thread. */
const WINDOW = 16;

type Spawn = (args: readonly string[], run: GitRun) => RunningGit;

/**
 * Opens a relay for one worker thread. The port goes to the thread (in `workerData` and `transferList`), which calls `setGitRelay` with it.
 * When the thread ends, the port closes and every process it started is killed.
 */
export function openGitRelay(spawn: Spawn): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const running = new Map<number, { readonly git: RunningGit; readonly output: PassedOutput }>();
  const tell = (run: number, message: RelayReply): void => {
    port1.postMessage({ run, message } satisfies Numbered<RelayReply>);
  };
  port1.on("message", ({ run, message }: Numbered<RelayRequest>) => {
    if (message.type === "start") {
      const git = spawn(message.args, {
        ...(message.access && { access: message.access }),
        ...(message.timeout !== undefined && { timeoutMs: message.timeout }),
        ...(message.tracesPackets === true && { tracesPackets: true }),
      });
      running.set(run, { git, output: passOutput(git, (answer) => tell(run, answer)) });
      git.ended
        .then(
          ({ code, stderr }) => tell(run, { type: "ended", code, stderr }),
          (error: unknown) =>
            tell(run, {
              type: "stopped",
              reason: error instanceof GitStoppedError ? error.reason : null,
              text: error instanceof GitStoppedError ? error.text : verbatim(errorMessage(error)),
            }),
        )
        .finally(() => running.delete(run));
      return;
    }
    const known = running.get(run);
    if (!known) {
      // git may have ended before it read all of its input.
      if (message.type === "write") tell(run, { type: "drained" });
      return;
    }
    const { git, output } = known;
    if (message.type === "more") output.more(message.chunks);
    else if (message.type === "finish") git.stdin.end();
    else if (message.type === "write") git.stdin.write(message.chunk, () => tell(run, { type: "drained" }));
    else {
      git.kill();
      output.drop();
    }
  });
  port1.on("close", () => {
    for (const { git, output } of running.values()) {
      git.kill();
      output.drop();
    }
  });
  port1.unref();
  return port2;
}

interface PassedOutput {
  /** The number of chunks that the reader has taken. */
  readonly more: (chunks: number) => void;
  /** Discards the rest. It is still read from the pipe, because a process counts as ended only when its pipes are. */
  readonly drop: () => void;
}

/** Passes the output on, at most WINDOW chunks ahead of the reader. */
function passOutput({ stdout }: RunningGit, tell: (message: RelayReply) => void): PassedOutput {
  let allowed = WINDOW;
  let isDropped = false;
  stdout.on("data", (chunk: Buffer) => {
    if (isDropped) return;
    tell({ type: "data", chunk });
    allowed -= 1;
    if (allowed <= 0) stdout.pause();
  });
  stdout.on("close", () => tell({ type: "closed" }));
  return {
    more: (chunks) => {
      allowed += chunks;
      if (allowed > 0 && stdout.isPaused()) stdout.resume();
    },
    drop: () => {
      isDropped = true;
      stdout.resume();
    },
  };
}

let relay: Spawn | undefined;

/** The relay of this thread; undefined in the main thread. */
export const threadRelay = (): Spawn | undefined => relay;

/** To be called once at the start of a worker thread, with the port of `openGitRelay`. */
export function setGitRelay(port: MessagePort): void {
  const heard = new Map<number, (message: RelayReply) => void>();
  let last = 0;
  port.on("message", ({ run, message }: Numbered<RelayReply>) => heard.get(run)?.(message));
  port.unref();
  relay = (args, run) => {
    const number = ++last;
    const ask = (message: RelayRequest): void =>
      port.postMessage({ run: number, message } satisfies Numbered<RelayRequest>);
    // The thread lives as long as one of its processes.
    if (heard.size === 0) port.ref();
    const over = (): void => {
      heard.delete(number);
      if (heard.size === 0) port.unref();
    };
    return startRemote({
      start: () =>
        ask({ type: "start", args, access: run.access, timeout: run.timeoutMs, tracesPackets: run.tracesPackets }),
      ask,
      hear: (listener) => heard.set(number, listener),
      over,
      signal: run.signal,
    });
  };
}

interface RelayChannel {
  readonly start: () => void;
  readonly ask: (message: RelayRequest) => void;
  readonly hear: (listener: (message: RelayReply) => void) => void;
  readonly over: () => void;
  readonly signal: AbortSignal | undefined;
}

function startRemote({ start, ask, hear, over, signal }: RelayChannel): RunningGit {
  let drained: () => void = () => undefined;
  let isClosed = false;
  let isOver = false;
  /** Chunks taken in not yet acknowledged to the sender. */
  let owed = 0;
  const pay = (): void => {
    if (owed > 0 && !isClosed) ask({ type: "more", chunks: owed });
    owed = 0;
  };
  const stdout = new Readable({ read: pay, highWaterMark: 1 << 20 });
  const stdin = new Writable({
    write: (chunk: Buffer, _encoding, callback) => {
      drained = callback;
      ask({ type: "write", chunk });
    },
    final: (callback) => {
      ask({ type: "finish" });
      callback();
    },
  });
  stdin.on("error", () => undefined);
  const kill = (): void => {
    if (!isOver) ask({ type: "kill" });
  };
  const ended = new Promise<{ code: number; stderr: string }>((resolve, reject) => {
    let last: RelayReply | undefined;
    const settle = (): void => {
      if (!last || !isClosed) return;
      over();
      signal?.removeEventListener("abort", kill);
      stdin.destroy();
      if (signal?.aborted) reject(new GitStoppedError("aborted", verbatim("Called off."), signal.reason));
      else if (last.type === "ended") resolve({ code: last.code, stderr: last.stderr });
      else if (last.type === "stopped")
        reject(last.reason === null ? new Error(englishText(last.text)) : new GitStoppedError(last.reason, last.text));
    };
    hear((message) => {
      if (message.type === "data") {
        owed += 1;
        if (stdout.push(message.chunk)) pay();
      } else if (message.type === "drained") drained();
      else if (message.type === "closed") {
        isClosed = true;
        stdout.push(null);
        settle();
      } else {
        isOver = true;
        last = message;
        settle();
      }
    });
  });
  ended.catch(() => undefined); // the caller awaits it later; it must not be an unhandled rejection meanwhile
  start();
  if (signal?.aborted) kill();
  signal?.addEventListener("abort", kill, { once: true });
  return { stdin, stdout, pid: undefined, ended, kill };
}
