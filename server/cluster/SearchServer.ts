/** The server of a search process: takes sealed tasks from web processes and runs them in the engine threads of this process. */
import type { EnginePool } from "../compute/EnginePool.ts";
import { toPortable } from "../compute/portableErrors.ts";
import { KeyMeter } from "./KeyLoads.ts";
import { SealedServer, type SealedServerOptions } from "./SealedServer.ts";
import { type RemoteAnswer, type RemoteTask, TASK_PATH } from "./searchMessages.ts";

export interface SearchServerOptions extends Omit<SealedServerOptions, "setting" | "path" | "answer"> {
  readonly pool: Pick<EnginePool, "run">;
  readonly threads: number;
}

/** Takes tasks of web processes, and runs them in the engine threads of this process. */
export class SearchServer {
  readonly #pool: Pick<EnginePool, "run">;
  readonly #meter: KeyMeter;
  readonly #server: SealedServer;

  constructor({ pool, threads, ...options }: SearchServerOptions) {
    this.#pool = pool;
    this.#meter = new KeyMeter(threads);
    this.#server = new SealedServer({
      ...options,
      setting: "CLEW_SEARCH_ADDRESS",
      path: TASK_PATH,
      answer: (task, signal) => this.#run(task as RemoteTask, signal),
    });
  }

  /** @throws CannotStart when the address cannot be listened at */
  start(): Promise<void> {
    return this.#server.start();
  }

  get port(): number {
    return this.#server.port;
  }

  /** Takes no further task, waits for those that run, and closes. */
  close(): Promise<void> {
    return this.#server.close();
  }

  async #run({ name, context, placementKey, ...options }: RemoteTask, signal: AbortSignal): Promise<RemoteAnswer> {
    let cpu = 0;
    const onCpu = (milliseconds: number): void => {
      cpu = milliseconds;
    };
    try {
      const answer = await this.#pool.run(name, context, { ...options, signal, onCpu });
      return { kind: "done", answer, cpu, load: this.#meter.add(placementKey, cpu) };
    } catch (error) {
      return { kind: "failed", error: toPortable(error), cpu, load: this.#meter.add(placementKey, cpu) };
    }
  }
}
