import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../db/openDb.ts";
import { deleteSearchProcess, saveHeartbeat } from "../db/tables/searchProcesses.ts";
import { DatabaseTime } from "./DatabaseTime.ts";
import { PROTOCOL } from "./searchMessages.ts";

const INTERVAL_MS = 5000;
/** Milliseconds since the last stored heartbeat after which others count this process as dead. */
const SILENT_MS = 15_000;

export interface HeartbeatOptions {
  readonly db: Db;
  /** Of this start. */
  readonly id: string;
  readonly address: string;
  readonly threads: number;
  readonly indexBytes: number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/** The row of a search process, from its start to its end. */
export class Heartbeat {
  readonly time = new DatabaseTime();
  readonly #options: HeartbeatOptions;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #savedAt = -Infinity;
  #isStopped = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Whether other processes count this one as live. */
  get isLive(): boolean {
    return !this.#isStopped && performance.now() - this.#savedAt < SILENT_MS;
  }

  /** Registers the process. @throws when the database does not answer */
  async start(): Promise<void> {
    await this.#save(true);
    this.#schedule();
  }

  /** Takes the process out of the list. It stays there until its heartbeat is too old when the database does not answer. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await deleteSearchProcess(this.#options.db, this.#options.id);
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#save(false)
        .catch((error: unknown) => this.#options.log.warn({ err: error }, "the heartbeat could not be stored"))
        .finally(() => this.#schedule());
    }, INTERVAL_MS);
  }

  async #save(isFirst: boolean): Promise<void> {
    const { db, id, address, threads, indexBytes, log } = this.#options;
    const sentAt = performance.now();
    const row = { address, id, protocol: PROTOCOL, threads, index_bytes: indexBytes };
    const saved = await saveHeartbeat(db, row, { isFirst });
    if (!saved) {
      this.#savedAt = -Infinity;
      log.warn({ address }, "another search process has this address: give each its own CLEW_SEARCH_URL");
      return;
    }
    this.time.set(saved.now);
    this.#savedAt = sentAt;
  }
}
