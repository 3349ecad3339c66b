/** The side of a relay that owns the processes of git, see `relayMessages.ts`. */
import { MessageChannel, type MessagePort, type Transferable } from "node:worker_threads";
import { errorMessage } from "../errors.ts";
import { verbatim } from "../messages/messages.ts";
import { GitStoppedError } from "./gitErrors.ts";
import type { RunningGit } from "./gitProcess.ts";
import type { RelayAnswer, RelayCall, RelayReply, Spawn } from "./relayMessages.ts";

/** Chunks of output (64 KB each) that may be in flight to the thread. */
const MAX_CHUNKS_AHEAD = 16;

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
    const started = running.get(run);
    if (!started) {
      // git may have ended before it read all of its input.
      if (message.type === "write") reply(run, { type: "drained" });
      return;
    }
    const { git, output } = started;
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

/** Passes the output on, at most MAX_CHUNKS_AHEAD chunks ahead of the reader. */
function passOutput(
  { stdout }: RunningGit,
  reply: (message: RelayReply, transferred?: readonly Transferable[]) => void,
): PassedOutput {
  let allowed = MAX_CHUNKS_AHEAD;
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
