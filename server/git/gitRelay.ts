/**
 * Lets a worker thread or a process use git processes that another one owns. A thread can be ended at any moment (its heap limit, a cancelled
 * build), and a process whose parent thread is gone is never reaped. The owner starts git, passes its output on in small portions, and kills
 * what is still running when the other side ends.
 */
import { Readable, Writable } from "node:stream";
import { MessageChannel, type MessagePort, type Transferable } from "node:worker_threads";
import { BusyClock } from "../concurrency.ts";
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
      readonly isBackground?: boolean | undefined;
      readonly reportsLines?: boolean | undefined;
    }
  | { readonly type: "write"; readonly chunk: Uint8Array }
  | { readonly type: "finish" }
  | { readonly type: "more"; readonly chunks: number }
  | { readonly type: "kill" };
type RelayReply =
  | { readonly type: "data"; readonly chunk: Uint8Array }
  | { readonly type: "line"; readonly line: string }
  | { readonly type: "drained" }
  | { readonly type: "closed" }
  | { readonly type: "ended"; readonly code: number; readonly stderr: string }
  | { readonly type: "stopped"; readonly reason: GitStopReason | null; readonly text: Message };
interface Numbered<T> {
  readonly run: number;
  readonly message: T;
}
/** What the owner of git processes sends, and what it receives. */
export type RelayAnswer = Numbered<RelayReply>;
export type RelayCall = Numbered<RelayRequest>;

/** Chunks of output (64 KB each) that may be under way to the thread. */
const WINDOW = 16;

export type Spawn = (args: readonly string[], run: GitRun) => RunningGit;

/**
 * Opens a relay for one worker thread. The port goes to the thread (in `workerData` and `transferList`), which calls `setGitRelay` with it.
 * When the thread ends, the port closes and every process it started is killed.
 */
export function openGitRelay(spawn: Spawn): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const { receive, close } = serveGit(spawn, (answer, transferred) => port1.postMessage(answer, transferred));
  port1.on("message", receive);
  port1.on("close", close);
  port1.unref();
  return port2;
}

/** Starts what the other side asks for. @returns the receiver of its messages, and what ends all that it has started */
export function serveGit(
  spawn: Spawn,
  post: (answer: RelayAnswer, transferred: readonly Transferable[]) => void,
): { readonly receive: (call: RelayCall) => void; readonly close: () => void } {
  const running = new Map<number, { readonly git: RunningGit; readonly output: PassedOutput }>();
  const reply = (run: number, message: RelayReply, transferred: readonly Transferable[] = []): void => {
    post({ run, message }, transferred);
  };
  const receive = ({ run, message }: RelayCall): void => {
    if (message.type === "start") {
      const git = spawn(message.args, {
        ...(message.access && { access: message.access }),
        ...(message.timeoutMs !== undefined && { timeoutMs: message.timeoutMs }),
        ...(message.tracesPackets === true && { tracesPackets: true }),
        ...(message.isBackground === true && { isBackground: true }),
        ...(message.reportsLines === true && { onLine: (line: string) => reply(run, { type: "line", line }) }),
      });
      const output = passOutput(git, (answer, bytes) => reply(run, answer, bytes));
      running.set(run, { git, output });
      const ended = git.ended.then(
        ({ code, stderr }) => reply(run, { type: "ended", code, stderr }),
        (error: unknown) =>
          reply(run, {
            type: "stopped",
            reason: error instanceof GitStoppedError ? error.reason : null,
            text: error instanceof GitStoppedError ? error.text : verbatim(errorMessage(error)),
          }),
      );
      // A git of another relay ends before its output is read: until then the reader may ask for more.
      void Promise.all([ended, output.closed]).then(() => running.delete(run));
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
  };
  const close = (): void => {
    for (const { git, output } of running.values()) {
      git.kill();
      output.drop();
    }
  };
  return { receive, close };
}

interface PassedOutput {
  /** The number of chunks that the reader has taken. */
  readonly more: (chunks: number) => void;
  /** Discards the rest. It is still read from the pipe, because a process counts as ended only when its pipes are. */
  readonly drop: () => void;
  /** Resolves when all of it is passed on or discarded. */
  readonly closed: Promise<void>;
}

/** Passes the output on, at most WINDOW chunks ahead of the reader. */
function passOutput(
  { stdout }: RunningGit,
  reply: (message: RelayReply, transferred?: readonly Transferable[]) => void,
): PassedOutput {
  let allowed = WINDOW;
  let isDropped = false;
  stdout.on("data", (chunk: Buffer) => {
    if (isDropped) return;
    // Given away instead of copied; a view on the memory of other chunks would take that along.
    const bytes = chunk.byteLength === chunk.buffer.byteLength ? chunk : Uint8Array.from(chunk);
    reply({ type: "data", chunk: bytes }, [bytes.buffer as ArrayBuffer]);
    allowed -= 1;
    if (allowed <= 0) stdout.pause();
  });
  const closed = new Promise<void>((resolve) => {
    stdout.on("close", () => {
      reply({ type: "closed" });
      resolve();
    });
  });
  return {
    closed,
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
const clock = new BusyClock();

/** Milliseconds in which git ran elsewhere for this thread. */
export const gitMs = (): number => clock.totalMs;

/** What starts git for this thread; undefined where it does so itself. */
export const currentRelay = (): Spawn | undefined => relay;

/** Starts git elsewhere from now on; undefined: here. */
export function startGitBy(spawn: Spawn | undefined): void {
  relay = spawn;
}

/** To be called once at the start of a worker thread, with the port of `openGitRelay`. */
export function setGitRelay(port: MessagePort): void {
  const { spawn, receive } = remoteGit(port);
  port.on("message", receive);
  port.unref();
  startGitBy(spawn);
}

/** The way to the owner of the git processes. */
export interface RelayPort {
  postMessage(call: RelayCall): void;
  /** This side lives as long as one of its processes. */
  ref(): void;
  unref(): void;
}

/** @returns what starts git there, the receiver of the answers, and what to call when no further answer can come */
export function remoteGit(port: RelayPort): {
  readonly spawn: Spawn;
  readonly receive: (answer: RelayAnswer) => void;
  readonly lost: (why: string) => void;
} {
  const listeners = new Map<number, (message: RelayReply) => void>();
  let last = 0;
  const spawn: Spawn = (args, run) => {
    const number = ++last;
    const send = (message: RelayRequest): void => port.postMessage({ run: number, message });
    if (listeners.size === 0) port.ref();
    const ended = clock.begin();
    const onEnded = (): void => {
      ended();
      listeners.delete(number);
      if (listeners.size === 0) port.unref();
    };
    const { access, timeoutMs, tracesPackets, isBackground, onLine, signal } = run;
    return startRemote({
      start: () =>
        send({
          type: "start",
          args,
          access,
          timeoutMs,
          tracesPackets,
          isBackground,
          reportsLines: onLine !== undefined,
        }),
      send,
      onMessage: (listener) => listeners.set(number, listener),
      onLine,
      onEnded,
      signal,
    });
  };
  return {
    spawn,
    receive: ({ run, message }) => listeners.get(run)?.(message),
    lost: (why) => {
      for (const listener of listeners.values()) {
        listener({ type: "stopped", reason: null, text: verbatim(why) });
        listener({ type: "closed" });
      }
    },
  };
}

interface RelayChannel {
  readonly start: () => void;
  readonly send: (message: RelayRequest) => void;
  readonly onMessage: (listener: (message: RelayReply) => void) => void;
  readonly onLine: GitRun["onLine"];
  readonly onEnded: () => void;
  readonly signal: AbortSignal | undefined;
}

function startRemote({ start, send, onMessage, onLine, onEnded, signal }: RelayChannel): RunningGit {
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
      if (signal?.aborted) reject(new GitStoppedError("aborted", verbatim("Cancelled."), signal.reason));
      else if (last.type === "ended") resolve({ code: last.code, stderr: last.stderr });
      else if (last.type === "stopped")
        reject(last.reason === null ? new Error(englishText(last.text)) : new GitStoppedError(last.reason, last.text));
    };
    onMessage((message) => {
      if (message.type === "data") {
        unacknowledged += 1;
        if (stdout.push(message.chunk)) acknowledge();
      } else if (message.type === "line") onLine?.(message.line);
      else if (message.type === "drained") drained();
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
