/**
 * The main thread's end of the embedded database. It has one connection, which each caller holds exclusively: `acquire` grants it in the
 * order of requests.
 */
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { CannotStart } from "../../errors.ts";
import { timed, type DbLoad } from "../DbLoad.ts";
import { DatabaseError } from "../databaseErrors.ts";
import { restoreAdvice } from "../knownBackups.ts";
import { refuseInsideTransaction } from "../transactionGuard.ts";
import type { PgliteAnswer, Request, Rows, WorkerInput, WorkerOptions } from "./pgliteMessages.ts";

/** Nursery of the thread's heap, in megabytes. */
const YOUNG_MB = 24;

/**
 * Compiled by the first thread. V8 shares its machine code between threads, including what it has optimized since, as long as one of
 * them holds it: opening and using a second database of this process costs half of the processor time.
 */
let program: WebAssembly.Module | undefined;

interface Waiting {
  readonly resolve: (results: readonly Rows[]) => void;
  readonly reject: (error: Error) => void;
}
type Unsent = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

/** The one connection, held until `release`. */
export interface PgliteConnection {
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
  /** Several statements without parameters. */
  script(text: string): Promise<readonly Rows[]>;
  release(): void;
}

export class PgliteThread {
  readonly warnings: readonly string[];
  readonly load: DbLoad;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #queue: (() => void)[] = [];
  #isHeld = false;
  #nextId = 1;
  #ended: Error | undefined;
  #isClosing = false;
  readonly #onLost: (error: Error) => void;

  private constructor(worker: Worker, warnings: readonly string[], onLost: (error: Error) => void) {
    this.#worker = worker;
    this.#onLost = onLost;
    this.warnings = warnings;
    const isHeld = (): boolean => this.#isHeld;
    const queued = (): number => this.#queue.length;
    this.load = {
      size: 1,
      get busy() {
        return isHeld() ? 1 : 0;
      },
      get waiting() {
        return queued();
      },
      onWaited: () => {},
    };
    worker.on("message", (message: PgliteAnswer) => {
      this.#receive(message);
    });
    worker.on("error", (error: Error) => {
      this.#lose(error.message);
    });
    worker.on("exit", () => {
      if (this.#isClosing) this.#end(new Error("The embedded database has been closed."));
      else this.#lose("its thread has ended");
    });
  }

  /**
   * Opens, or creates, the database in its own thread.
   * @param onLost called when the thread ends with an error; every later statement fails
   * @throws CannotStart with one sentence
   */
  static async open(options: WorkerOptions, onLost: (error: Error) => void): Promise<PgliteThread> {
    const worker = new Worker(new URL("./pgliteWorker.ts", import.meta.url), {
      workerData: { ...options, program } satisfies WorkerInput,
      // What the process was started with (a script on the command line, a watcher) is none of the thread's business.
      execArgv: [],
      // Rows pass through it and are gone: without a bound the nursery takes 60 MB more for the same work.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const first = await new Promise<PgliteAnswer>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    }).catch((error: Error): PgliteAnswer => ({ kind: "failed", message: error.message }));
    worker.removeAllListeners("error");
    if (first.kind === "ready") {
      program = first.program;
      return new PgliteThread(worker, first.warnings, onLost);
    }
    await worker.terminate();
    if (first.kind === "refused")
      throw new CannotStart(`The database in ${options.directory} cannot be opened: ${first.message}.`);
    const reason = (first.kind === "failed" ? first.message : "its thread did not answer").replace(/\.$/, "");
    throw new CannotStart(
      `The database in ${options.directory} cannot be opened: ${reason}. ${await advice(options)}`.trim(),
    );
  }

  /**
   * Waits for the connection. A later caller never overtakes an earlier one.
   * @throws Error inside a transaction, where waiting would never end
   */
  async acquire(): Promise<PgliteConnection> {
    refuseInsideTransaction();
    await timed(this.load, async () => {
      if (this.#isHeld) await new Promise<void>((resolve) => this.#queue.push(resolve));
      // In the same turn of the event loop as the check, so that no other caller gets the connection first.
      this.#isHeld = true;
    });
    let isOver = false;
    const alone = <T>(work: () => Promise<T>): Promise<T> =>
      isOver ? Promise.reject(new Error("This connection has been released.")) : work();
    return {
      query: (text, values = []) =>
        alone(async () => {
          const [result] = await this.#send({ kind: "query", text, values: values.map(portable) });
          return result ?? { rows: [], command: undefined, affectedRows: undefined };
        }),
      script: (text) => alone(() => this.#send({ kind: "script", text })),
      release: () => {
        if (isOver) return;
        isOver = true;
        const next = this.#queue.shift();
        // The connection passes on without being free first.
        if (next) next();
        else this.#isHeld = false;
      },
    };
  }

  /** Listens on a NOTIFY channel. @returns stops listening */
  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel);
    if (listeners) listeners.add(onPayload);
    else {
      this.#listeners.set(channel, new Set([onPayload]));
      await this.#alone({ kind: "listen", channel });
    }
    return async () => {
      const callbacks = this.#listeners.get(channel);
      callbacks?.delete(onPayload);
      if (callbacks?.size !== 0 || this.#ended) return;
      this.#listeners.delete(channel);
      await this.#alone({ kind: "unlisten", channel });
    };
  }

  /** Waits for what is running, then closes the files. It may be called again. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#isClosing = true;
    const gone = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()));
    await this.#alone({ kind: "close" });
    await gone;
  }

  async #alone(request: Unsent): Promise<void> {
    const connection = await this.acquire();
    try {
      await this.#send(request);
    } finally {
      connection.release();
    }
  }

  #send(request: Unsent): Promise<readonly Rows[]> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id });
    });
  }

  #receive(message: PgliteAnswer): void {
    if (message.kind === "notification") {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload);
      return;
    }
    if (message.kind === "lost") {
      this.#lose(message.message);
      return;
    }
    if (message.kind !== "answer" && message.kind !== "error") return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === "answer") waiting?.resolve(message.results);
    else waiting?.reject(new DatabaseError(message.error));
  }

  #lose(why: string): void {
    if (this.#ended) return;
    const error = new CannotStart(
      `The embedded database has stopped: ${why}. See whether the disk is full or broken, and start again: nothing that was acknowledged is lost.`,
    );
    this.#end(error);
    this.#onLost(error);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

const LOW_DISK_BYTES = 64 * 1024 * 1024;

/** PGlite does not report why it cannot start: either the disk is full, which can be measured, or its files are damaged. */
async function advice({ directory }: WorkerOptions): Promise<string> {
  const dataDir = dirname(directory);
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Infinity, bsize: 1 }));
  if (bavail * bsize <= LOW_DISK_BYTES) {
    return `There are only ${Math.floor((bavail * bsize) / 1024 / 1024)} MB left on its disk: free some space and start again.`;
  }
  return `Its files are damaged. ${restoreAdvice(dataDir, { hasKeyFile: existsSync(join(dataDir, "master.key")) })}`;
}

/** A Buffer is a view on a pool that other code writes to: what crosses is a copy of its bytes alone. */
const portable = (value: unknown): unknown => (Buffer.isBuffer(value) ? Uint8Array.from(value) : value);
