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
      readonly timeoutMs?: number | undefined;
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
  const reply = (run: number, message: RelayReply): void => {
    port1.postMessage({ run, message } satisfies Numbered<RelayReply>);
  };
  port1.on("message", ({ run, message }: Numbered<RelayRequest>) => {
    if (message.type === "start") {
      const git = spawn(message.args, {
        ...(message.access && { access: message.access }),
        ...(message.timeoutMs !== undefined && { timeoutMs: message.timeoutMs }),
        ...(message.tracesPackets === true && { tracesPackets: true }),
      });
      running.set(run, { git, output: passOutput(git, (answer) => reply(run, answer)) });
      git.ended
        .then(
          ({ code, stderr }) => reply(run, { type: "ended", code, stderr }),
          (error: unknown) =>
            reply(run, {
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
      if (message.type === "write") reply(run, { type: "drained" });
      return;
    }
    const { git, output } = known;
    if (message.type === "more") output.more(message.chunks);
    else if (message.type === "finish") git.stdin.end();
    else if (message.type === "write") git.stdin.write(message.chunk, () => reply(run, { type: "drained" }));
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
function passOutput({ stdout }: RunningGit, reply: (message: RelayReply) => void): PassedOutput {
  let allowed = WINDOW;
  let isDropped = false;
  stdout.on("data", (chunk: Buffer) => {
    if (isDropped) return;
    reply({ type: "data", chunk });
    allowed -= 1;
    if (allowed <= 0) stdout.pause();
  });
  stdout.on("close", () => reply({ type: "closed" }));
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
  const listeners = new Map<number, (message: RelayReply) => void>();
  let last = 0;
  port.on("message", ({ run, message }: Numbered<RelayReply>) => listeners.get(run)?.(message));
  port.unref();
  relay = (args, run) => {
    const number = ++last;
    const send = (message: RelayRequest): void =>
      port.postMessage({ run: number, message } satisfies Numbered<RelayRequest>);
    // The thread lives as long as one of its processes.
    if (listeners.size === 0) port.ref();
    const onEnded = (): void => {
      listeners.delete(number);
      if (listeners.size === 0) port.unref();
    };
    return startRemote({
      start: () =>
        send({ type: "start", args, access: run.access, timeoutMs: run.timeoutMs, tracesPackets: run.tracesPackets }),
      send,
      onMessage: (listener) => listeners.set(number, listener),
      onEnded,
      signal: run.signal,
    });
  };
}

interface RelayChannel {
  readonly start: () => void;
  readonly send: (message: RelayRequest) => void;
  readonly onMessage: (listener: (message: RelayReply) => void) => void;
  readonly onEnded: () => void;
  readonly signal: AbortSignal | undefined;
}

function startRemote({ start, send, onMessage, onEnded, signal }: RelayChannel): RunningGit {
  let drained: () => void = () => undefined;
  let isClosed = false;
  let isOver = false;
  /** Chunks taken in not yet acknowledged to the sender. */
  let unacknowledged = 0;
  const acknowledge = (): void => {
    if (unacknowledged > 0 && !isClosed) send({ type: "more", chunks: unacknowledged });
    unacknowledged = 0;
  };
  const stdout = new Readable({ read: acknowledge, highWaterMark: 1 << 20 });
  const stdin = new Writable({
    write: (chunk: Buffer, _encoding, callback) => {
      drained = callback;
      send({ type: "write", chunk });
    },
    final: (callback) => {
      send({ type: "finish" });
      callback();
    },
  });
  stdin.on("error", () => undefined);
  const kill = (): void => {
    if (!isOver) send({ type: "kill" });
  };
  const ended = new Promise<{ code: number; stderr: string }>((resolve, reject) => {
    let last: RelayReply | undefined;
    const settle = (): void => {
      if (!last || !isClosed) return;
      onEnded();
      signal?.removeEventListener("abort", kill);
      stdin.destroy();
      if (signal?.aborted) reject(new GitStoppedError("aborted", verbatim("Called off."), signal.reason));
      else if (last.type === "ended") resolve({ code: last.code, stderr: last.stderr });
      else if (last.type === "stopped")
        reject(last.reason === null ? new Error(englishText(last.text)) : new GitStoppedError(last.reason, last.text));
    };
    onMessage((message) => {
      if (message.type === "data") {
        unacknowledged += 1;
        if (stdout.push(message.chunk)) acknowledge();
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
