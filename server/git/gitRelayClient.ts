/** The side of a relay that uses processes of git of another thread or process, see `relayMessages.ts`. */
import { Readable, Writable } from "node:stream";
import type { MessagePort } from "node:worker_threads";
import { BusyClock } from "../concurrency.ts";
import { englishText, verbatim } from "../messages/messages.ts";
import { GitStoppedError } from "./gitErrors.ts";
import type { GitRun, RunningGit } from "./gitProcess.ts";
import type { RelayAnswer, RelayCall, RelayReply, RelayRequest, Spawn } from "./relayMessages.ts";

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
