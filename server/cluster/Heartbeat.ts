import type { FastifyBaseLogger } from "fastify";
import { DatabaseTime } from "./DatabaseTime.ts";

const INTERVAL_MS = 5000;
/** Milliseconds since the last stored heartbeat after which others count this process as dead. */
const SILENT_MS = 15_000;

/** The row of a process. */
export interface HeartbeatRow {
  /**
   * Stores the row, or renews its heartbeat.
   * @returns the database's time; undefined when another process has the place of this one
   */
  readonly save: (isFirst: boolean) => Promise<{ readonly now: Date } | undefined>;
  readonly remove: () => Promise<void>;
  /** What the operator reads when another process has the place of this one. */
  readonly conflict: string;
}

/** The row of a process that takes messages of others, from its start to its end. */
export class Heartbeat {
  readonly time = new DatabaseTime();
  readonly #log: Pick<FastifyBaseLogger, "warn">;
  #row: HeartbeatRow | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #savedAt = -Infinity;
  #isStopped = false;

  constructor(log: Pick<FastifyBaseLogger, "warn">) {
    this.#log = log;
  }

  /** Whether other processes count this one as live. */
  get isLive(): boolean {
    return !this.#isStopped && performance.now() - this.#savedAt < SILENT_MS;
  }

  /** Registers the process. @throws when the database does not answer */
  async start(row: HeartbeatRow): Promise<void> {
    this.#row = row;
    await this.#save(row, true);
    this.#schedule(row);
  }

  /** Takes the process out of the list. It stays there until its heartbeat is too old when the database does not answer. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await this.#row?.remove();
  }

  #schedule(row: HeartbeatRow): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#save(row, false)
        .catch((error: unknown) => this.#log.warn({ err: error }, "the heartbeat could not be stored"))
        .finally(() => this.#schedule(row));
    }, INTERVAL_MS);
  }

  async #save({ save, conflict }: HeartbeatRow, isFirst: boolean): Promise<void> {
    const sentAt = performance.now();
    const saved = await save(isFirst);
    if (!saved) {
      this.#savedAt = -Infinity;
      this.#log.warn(conflict);
      return;
    }
    this.time.set(saved.now);
    this.#savedAt = sentAt;
  }
}
